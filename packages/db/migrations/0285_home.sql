-- When somebody was last on their first page, whether they hid its guide, and when an agent of theirs first asked: one row for each
-- person of a team.
CREATE TABLE teamlore.home_states (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  seen_at timestamptz,
  -- Up to when they had seen everything before this visit.
  previous_at timestamptz,
  guide_hidden_at timestamptz,
  agent_at timestamptz,
  PRIMARY KEY (team_id, user_id)
);
--> statement-breakpoint
ALTER TABLE teamlore.home_states ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY home_states_own ON teamlore.home_states TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT teamlore.person()) IN (user_id, 'system'))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT teamlore.person()) IN (user_id, 'system'));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.home_states TO teamlore_app;
--> statement-breakpoint
-- What came in since then is counted from here.
CREATE INDEX memories_by_creation ON teamlore.memories (team_id, created_at DESC, id);
--> statement-breakpoint
CREATE INDEX sessions_by_creation ON teamlore.sessions (team_id, created_at DESC, id);
