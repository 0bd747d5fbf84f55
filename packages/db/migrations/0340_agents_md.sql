-- What of a project's memories goes into its AGENTS.md: where a project has no row, what holds everywhere.
CREATE TABLE teamlore.agents_md_policies (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  kinds jsonb NOT NULL,
  min_confidence real NOT NULL CHECK (min_confidence BETWEEN 0 AND 1),
  max_tokens integer NOT NULL CHECK (max_tokens BETWEEN 100 AND 8000),
  updated_by text COLLATE "C",
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
-- The entries of each export, as they were written: what edits by hand are compared with, and what is no news when a session says it again.
CREATE TABLE teamlore.agents_md_lines (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  -- Hash of the whole section, which its first line names.
  export text COLLATE "C" NOT NULL,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  position integer NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  exported_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, export, memory_id)
);
--> statement-breakpoint
CREATE INDEX agents_md_lines_of_memory ON teamlore.agents_md_lines (memory_id);
--> statement-breakpoint
ALTER TABLE teamlore.agents_md_policies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.agents_md_lines ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY agents_md_policies_team ON teamlore.agents_md_policies TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- Whoever may read the memory and the project may read what was exported of it.
CREATE POLICY agents_md_lines_team ON teamlore.agents_md_lines TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = agents_md_lines.memory_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = agents_md_lines.memory_id));
--> statement-breakpoint
CREATE POLICY agents_md_lines_hidden ON teamlore.agents_md_lines AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = agents_md_lines.memory_id) END);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.agents_md_policies TO teamlore_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON teamlore.agents_md_lines TO teamlore_app;
