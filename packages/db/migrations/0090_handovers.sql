-- What coding agents found in their own sessions, as they handed it over. It is checked against the transcript each time more of it
-- comes in, so it may come before its session does.
CREATE TABLE teamlore.handovers (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  -- Null while it is not known which session it is of.
  session_id text COLLATE "C" REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  -- The session as the agent named it; null where it did not.
  session_name text,
  findings jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX handovers_of_session ON teamlore.handovers (session_id) WHERE session_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX handovers_that_wait ON teamlore.handovers (team_id, user_id, created_at) WHERE session_id IS NULL;
--> statement-breakpoint
ALTER TABLE teamlore.handovers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY handovers_team ON teamlore.handovers TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.user_id', true)) IN (user_id, 'system'))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.user_id', true)) IN (user_id, 'system'));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.handovers TO teamlore_app;
