-- The files in which coding tools keep instructions and notes (CLAUDE.md, AGENTS.md), mirrored from machines and never
-- written back. A file of a project is one row, however many clones it lies in; somebody's own is one row for each machine.
CREATE TABLE teamlore.memory_files (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  -- Null: a person's own, which holds for all projects.
  project_id text COLLATE "C" REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  -- Null: the whole team may read it.
  private_to text COLLATE "C",
  -- Whose file it is, where each machine's is a file of its own.
  machine_id text COLLATE "C" REFERENCES teamlore.machines (id) ON DELETE CASCADE,
  tool text,
  -- Of all copies the one that was changed last; of a file that is gone, what it last said.
  text text NOT NULL,
  content_hash text NOT NULL,
  is_cut boolean NOT NULL,
  git_branch text,
  seen_on text COLLATE "C" NOT NULL REFERENCES teamlore.machines (id) ON DELETE CASCADE,
  modified_at timestamptz NOT NULL,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  gone_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (team_id, project_id, path, private_to, machine_id)
);
--> statement-breakpoint
CREATE INDEX memory_files_recent ON teamlore.memory_files (team_id, modified_at DESC, id DESC);
--> statement-breakpoint
-- What each folder of each machine holds now.
CREATE TABLE teamlore.memory_file_copies (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  machine_id text COLLATE "C" NOT NULL REFERENCES teamlore.machines (id) ON DELETE CASCADE,
  -- Empty for a person's own, which lie in no project.
  root_path text COLLATE "C" NOT NULL,
  path text COLLATE "C" NOT NULL,
  memory_file_id text COLLATE "C" NOT NULL REFERENCES teamlore.memory_files (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  tool text,
  text text NOT NULL,
  content_hash text NOT NULL,
  is_cut boolean NOT NULL,
  git_branch text,
  modified_at timestamptz NOT NULL,
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (machine_id, root_path, path)
);
--> statement-breakpoint
CREATE INDEX memory_file_copies_by_file ON teamlore.memory_file_copies (memory_file_id);
--> statement-breakpoint
-- How far the reports about a folder have come, so that one that was held up on its way changes nothing.
CREATE TABLE teamlore.memory_file_reports (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  machine_id text COLLATE "C" NOT NULL REFERENCES teamlore.machines (id) ON DELETE CASCADE,
  root_path text COLLATE "C" NOT NULL,
  revision bigint NOT NULL,
  received_at timestamptz NOT NULL,
  PRIMARY KEY (machine_id, root_path)
);
--> statement-breakpoint
ALTER TABLE teamlore.memory_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_files_team ON teamlore.memory_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_file_copies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_file_copies_team ON teamlore.memory_file_copies TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_file_reports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_file_reports_team ON teamlore.memory_file_reports TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.memory_files, teamlore.memory_file_copies TO teamlore_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.memory_file_reports TO teamlore_app;
--> statement-breakpoint
-- What stands there already is of the kinds there were, so nothing is looked at again.
ALTER TABLE teamlore.documents DROP CONSTRAINT documents_kind_check,
  ADD CONSTRAINT documents_kind_check CHECK
    (kind IN ('message','prompt','observation','summary','memory','entity','commit','memory_file')) NOT VALID;
