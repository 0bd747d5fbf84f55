-- Sessions that somebody's own coding agent distils: one row for each time one of their machines took a session. What was asked and
-- answered is in model_answers, as private as the session.
CREATE TABLE teamlore.distil_leases (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  -- Which machine of theirs has it.
  holder text NOT NULL,
  -- The coding agent that is asked.
  tool text NOT NULL,
  state text NOT NULL CONSTRAINT distil_leases_state_check CHECK (state IN ('leased', 'done', 'failed', 'released')),
  -- The question that is open; null before the first.
  question_key text COLLATE "C",
  -- How often that question was answered with what cannot be used.
  failures integer NOT NULL DEFAULT 0,
  answered integer NOT NULL DEFAULT 0,
  reason text,
  findings integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  finished_at timestamptz
);
--> statement-breakpoint
CREATE UNIQUE INDEX distil_leases_held ON teamlore.distil_leases (session_id) WHERE state = 'leased';
--> statement-breakpoint
CREATE INDEX distil_leases_of_session ON teamlore.distil_leases (session_id, finished_at);
--> statement-breakpoint
CREATE INDEX distil_leases_of_person ON teamlore.distil_leases (team_id, user_id, created_at);
--> statement-breakpoint
ALTER TABLE teamlore.distil_leases ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY distil_leases_own ON teamlore.distil_leases TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.user_id', true)) IN (user_id, 'system'))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.user_id', true)) IN (user_id, 'system')
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = distil_leases.session_id
      AND s.team_id = distil_leases.team_id AND s.user_id = distil_leases.user_id));
--> statement-breakpoint
-- Admins see what is leased, of the sessions that they may open.
CREATE POLICY distil_leases_admin ON teamlore.distil_leases FOR SELECT TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.role', true)) IN ('admin', 'owner')
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = distil_leases.session_id));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.distil_leases TO teamlore_app;
--> statement-breakpoint
-- Whether that is allowed: for the team, a project or a coding agent. Without a row it is, but for restricted projects.
CREATE TABLE teamlore.distil_rules (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT distil_rules_kind_check CHECK (kind IN ('team', 'project', 'tool')),
  subject text COLLATE "C" NOT NULL,
  is_allowed boolean NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, kind, subject)
);
--> statement-breakpoint
ALTER TABLE teamlore.distil_rules ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY distil_rules_team ON teamlore.distil_rules TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (kind <> 'project' OR EXISTS (SELECT FROM teamlore.projects p WHERE p.id = distil_rules.subject)))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.role', true)) IN ('admin', 'owner'));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.distil_rules TO teamlore_app;
--> statement-breakpoint
-- Whose coding agent was asked; null where a worker asked a provider.
ALTER TABLE teamlore.usage_events ADD COLUMN user_id text COLLATE "C" REFERENCES teamlore.users (id) ON DELETE SET NULL;
