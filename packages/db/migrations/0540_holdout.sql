-- Of some sessions of a project, chosen by chance, the agent gets no brief, where an admin of the team says so: how those go beside the
-- others says whether briefs help. A project without a row has none.
CREATE TABLE teamlore.holdouts (
  project_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  -- Percent of sessions; 0 is off, and what was compared before can still be read.
  share integer NOT NULL CHECK (share BETWEEN 0 AND 50),
  -- Salts the hash that deals sessions to arms. Another share begins another round.
  round text COLLATE "C" NOT NULL,
  set_by text COLLATE "C" NOT NULL,
  set_at timestamptz NOT NULL,
  paused_at timestamptz,
  pause_cause text CHECK (pause_cause IN ('without_is_better', 'without_is_worse')),
  pause_reason text,
  CHECK ((paused_at IS NULL) = (pause_cause IS NULL) AND (paused_at IS NULL) = (pause_reason IS NULL))
);
--> statement-breakpoint
-- Which sessions began with a brief and which without, by the name that their tool gives them: a machine says so before the session
-- itself comes in. Then how it went, counted once it ended: numbers alone.
CREATE TABLE teamlore.holdout_arms (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  tool text NOT NULL,
  native_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  round text COLLATE "C" NOT NULL,
  arm text NOT NULL CHECK (arm IN ('with_brief', 'without_brief')),
  began_at timestamptz NOT NULL,
  session_id text COLLATE "C" REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  -- The `updated_at` of the session as of which it was counted.
  counted_as_of timestamptz,
  prompts integer,
  tokens bigint,
  corrections integer,
  reproposals integer,
  asked integer,
  PRIMARY KEY (team_id, user_id, tool, native_id)
);
--> statement-breakpoint
CREATE INDEX holdout_arms_of_round ON teamlore.holdout_arms (team_id, project_id, round);
--> statement-breakpoint
CREATE INDEX holdout_arms_of_session ON teamlore.holdout_arms (session_id);
--> statement-breakpoint
CREATE INDEX holdout_arms_lately ON teamlore.holdout_arms (team_id, user_id, began_at DESC);
--> statement-breakpoint
ALTER TABLE teamlore.holdouts ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.holdout_arms ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY holdouts_team ON teamlore.holdouts TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- Each reads their own; others are counted by background work.
CREATE POLICY holdout_arms_own ON teamlore.holdout_arms TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT teamlore.person()) IN (user_id, 'system'))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT teamlore.person()) IN (user_id, 'system'));
--> statement-breakpoint
CREATE POLICY holdout_arms_hidden ON teamlore.holdout_arms AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = holdout_arms.session_id) END)
  WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.holdouts, teamlore.holdout_arms TO teamlore_app;
--> statement-breakpoint
-- A session that comes in takes up what its machine said of its beginning, and goes with it from then on.
CREATE FUNCTION teamlore.take_up_arm() RETURNS trigger
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  UPDATE teamlore.holdout_arms a SET session_id = NEW.id
    WHERE a.team_id = NEW.team_id AND a.user_id = NEW.user_id AND a.tool = NEW.tool AND a.native_id = NEW.native_id
      AND a.session_id IS NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_take_up_arm AFTER INSERT ON teamlore.sessions
  FOR EACH ROW EXECUTE FUNCTION teamlore.take_up_arm();
