-- Who lets memories become active: of a project, or, where it has none of its own, of the team (project_id is null).
CREATE TABLE teamlore.memory_policies (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  mode text NOT NULL CHECK (mode IN ('manual','confidence','origin')),
  threshold real NOT NULL,
  origins jsonb NOT NULL,
  updated_by text COLLATE "C",
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (team_id, project_id)
);
--> statement-breakpoint
-- What a person decided at once, and how everything stood before, so that it can be undone.
CREATE TABLE teamlore.memory_actions (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  user_id text COLLATE "C" NOT NULL,
  decision text NOT NULL,
  before jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  undone_at timestamptz
);
--> statement-breakpoint
CREATE INDEX memory_actions_recent ON teamlore.memory_actions (team_id, user_id, id DESC);
--> statement-breakpoint
-- How far the findings of a session have become memories.
CREATE TABLE teamlore.memory_curations (
  session_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  distilled_at timestamptz NOT NULL,
  curated_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX memory_relations_open ON teamlore.memory_relations (team_id, type, status);
--> statement-breakpoint
ALTER TABLE teamlore.memory_policies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_policies_team ON teamlore.memory_policies TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_actions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_actions_team ON teamlore.memory_actions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_curations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_curations_team ON teamlore.memory_curations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.memory_policies, teamlore.memory_actions, teamlore.memory_curations TO teamlore_app;
