-- Projects whose section of AGENTS.md is kept up to date by one pull request, where that is, and what was done last.
CREATE TABLE teamlore.agents_md_pull_requests (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  is_on boolean NOT NULL,
  path text NOT NULL CHECK (path IN ('AGENTS.md', 'CLAUDE.md')),
  set_by text COLLATE "C" NOT NULL,
  set_at timestamptz NOT NULL,
  integration_id text COLLATE "C" REFERENCES teamlore.integrations (id) ON DELETE SET NULL,
  repository_id text,
  number integer,
  url text,
  state text NOT NULL DEFAULT 'none' CHECK (state IN ('none', 'open', 'closed', 'merged')),
  -- A branch or a pull request may have been made since then of which nothing is known.
  opening_since timestamptz,
  -- Last commit of the app on the branch.
  head text,
  -- Hash of the file as it was put there, and of its section.
  content text,
  section text,
  -- Hash of the section that a person closed without merging it.
  declined text,
  -- Hash of the file whose edits by hand were taken in, and the commit that it was read from.
  read text,
  read_commit text,
  written_at timestamptz,
  looked_at timestamptz,
  asked_at timestamptz NOT NULL,
  next_at timestamptz NOT NULL,
  holder text,
  held_until timestamptz,
  note text
);
--> statement-breakpoint
CREATE INDEX agents_md_pull_requests_due ON teamlore.agents_md_pull_requests (next_at) WHERE is_on;
--> statement-breakpoint
CREATE INDEX agents_md_pull_requests_of_integration ON teamlore.agents_md_pull_requests (integration_id);
--> statement-breakpoint
ALTER TABLE teamlore.agents_md_pull_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY agents_md_pull_requests_team ON teamlore.agents_md_pull_requests TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.agents_md_pull_requests TO teamlore_app;
