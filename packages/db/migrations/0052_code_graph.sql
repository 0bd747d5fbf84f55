-- The code graph of a project: its files, what each imports, hashes of what it defines. No code. That of a project in which
-- somebody works in private is theirs.
CREATE TABLE teamlore.code_graphs (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  -- Null: the whole team may read it.
  private_to text COLLATE "C",
  machine_id text COLLATE "C" NOT NULL REFERENCES teamlore.machines (id) ON DELETE CASCADE,
  build text COLLATE "C" NOT NULL,
  commit_sha text COLLATE "C",
  branch text,
  is_default_branch boolean NOT NULL,
  built_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (team_id, project_id, private_to)
);
--> statement-breakpoint
CREATE TABLE teamlore.code_files (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  path text COLLATE "C" NOT NULL,
  language text NOT NULL,
  hash text COLLATE "C" NOT NULL,
  lines integer NOT NULL,
  unresolved integer NOT NULL,
  -- Hashes of names and of what they stand for, with their lines.
  symbols jsonb NOT NULL,
  -- The build that named it last.
  build text COLLATE "C" NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (project_id, private_to, path)
);
--> statement-breakpoint
CREATE TABLE teamlore.code_imports (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  src_path text COLLATE "C" NOT NULL,
  dst_path text COLLATE "C" NOT NULL,
  kind text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (project_id, private_to, src_path, dst_path)
);
--> statement-breakpoint
CREATE INDEX code_files_by_path ON teamlore.code_files (team_id, project_id, path);
--> statement-breakpoint
CREATE INDEX code_imports_from ON teamlore.code_imports (team_id, project_id, src_path);
--> statement-breakpoint
CREATE INDEX code_imports_to ON teamlore.code_imports (team_id, project_id, dst_path);
--> statement-breakpoint
ALTER TABLE teamlore.code_graphs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY code_graphs_team ON teamlore.code_graphs TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.code_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY code_files_team ON teamlore.code_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.code_imports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY code_imports_team ON teamlore.code_imports TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.code_graphs, teamlore.code_files, teamlore.code_imports TO teamlore_app;
