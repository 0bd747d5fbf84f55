-- Commits as machines told them. Nothing of code, and nothing that came once is deleted: a rewritten commit is what leads from
-- the new one to the sessions that wrote it.
CREATE TABLE teamlore.commits (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  -- Null: the whole team may read it. In a project whose sessions are private, whose it is.
  private_to text COLLATE "C",
  sha text COLLATE "C" NOT NULL,
  parents text[] NOT NULL,
  tree text NOT NULL,
  patch_id text COLLATE "C",
  author_name text NOT NULL,
  author_hash text,
  authored_at timestamptz NOT NULL,
  committed_at timestamptz NOT NULL,
  branch text,
  subject text NOT NULL,
  trailers jsonb NOT NULL,
  mentions jsonb NOT NULL,
  noted_sessions jsonb NOT NULL,
  file_count integer NOT NULL,
  added_lines integer NOT NULL,
  removed_lines integer NOT NULL,
  seen_on text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- When its sessions were looked for; null while that is still to be done.
  linked_at timestamptz,
  documents integer,
  UNIQUE NULLS NOT DISTINCT (team_id, project_id, sha, private_to)
);
--> statement-breakpoint
CREATE INDEX commits_in_time ON teamlore.commits (team_id, authored_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX commits_of_project ON teamlore.commits (project_id, authored_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX commits_by_sha ON teamlore.commits (team_id, sha);
--> statement-breakpoint
CREATE INDEX commits_by_patch ON teamlore.commits (project_id, patch_id) WHERE patch_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX commits_to_link ON teamlore.commits (project_id, authored_at) WHERE linked_at IS NULL;
--> statement-breakpoint
CREATE TABLE teamlore.commit_files (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  commit_id text COLLATE "C" NOT NULL REFERENCES teamlore.commits (id) ON DELETE CASCADE,
  position integer NOT NULL,
  project_id text COLLATE "C" NOT NULL,
  private_to text COLLATE "C",
  path text COLLATE "C" NOT NULL,
  old_path text COLLATE "C",
  status text NOT NULL,
  is_binary boolean NOT NULL,
  added_lines integer NOT NULL,
  removed_lines integer NOT NULL,
  added text[] NOT NULL,
  removed text[] NOT NULL,
  authored_at timestamptz NOT NULL,
  PRIMARY KEY (commit_id, position)
);
--> statement-breakpoint
-- By a hash, as a path may be longer than an index row holds.
CREATE INDEX commit_files_by_path ON teamlore.commit_files (project_id, md5(path), authored_at DESC);
--> statement-breakpoint
-- What a commit has to do with another: `replaces` and `picks` (the same work, rewritten), `reverts`, `fixes`.
CREATE TABLE teamlore.commit_relations (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  commit_id text COLLATE "C" NOT NULL REFERENCES teamlore.commits (id) ON DELETE CASCADE,
  other_id text COLLATE "C" NOT NULL REFERENCES teamlore.commits (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('replaces','reverts','fixes')),
  part real NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (commit_id, other_id, kind)
);
--> statement-breakpoint
CREATE INDEX commit_relations_back ON teamlore.commit_relations (other_id);
--> statement-breakpoint
CREATE TABLE teamlore.session_links (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('commit','branch','remote')),
  commit_id text COLLATE "C" REFERENCES teamlore.commits (id) ON DELETE CASCADE,
  -- The hash of the commit, the branch, or the address: what the link is to.
  target text COLLATE "C" NOT NULL,
  relation text NOT NULL CHECK (relation IN ('wrote','present')),
  confidence real NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  reasons jsonb NOT NULL,
  created_by text NOT NULL CHECK (created_by IN ('user','auto','hook')),
  -- The member who said so, where one did.
  user_id text COLLATE "C",
  -- Which weights inferred it.
  model text,
  -- A pair that somebody took apart stays apart, whatever is inferred later.
  is_rejected boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id, type, target)
);
--> statement-breakpoint
CREATE INDEX session_links_of_commit ON teamlore.session_links (commit_id) WHERE commit_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX session_links_by_target ON teamlore.session_links (team_id, target);
--> statement-breakpoint
-- What a session did with git: commits whose message it gave, and hashes that git printed to it.
CREATE TABLE teamlore.session_git (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('ran','printed')),
  at timestamptz NOT NULL,
  -- The subject it gave, or the beginning of the hash it was shown.
  said text COLLATE "C" NOT NULL,
  PRIMARY KEY (session_id, kind, said, at)
);
--> statement-breakpoint
CREATE INDEX session_git_said ON teamlore.session_git (team_id, kind, said);
--> statement-breakpoint
-- A line as one number, in which the team and the side have a part: so one index of 8 bytes serves all teams, and no line of
-- one team meets that of another.
CREATE FUNCTION teamlore.line_key(team text, print text, is_added boolean) RETURNS bigint
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ('x' || print)::bit(64)::bigint # ('x' || substr(md5(team), 1, 16))::bit(64)::bigint
    # CASE WHEN is_added THEN 0::bigint ELSE 6148914691236517205::bigint END;
--> statement-breakpoint
CREATE FUNCTION teamlore.name_key(path text) RETURNS integer
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN ('x' || substr(md5(regexp_replace(path, '^.*[/\\]', '')), 1, 8))::bit(32)::integer;
--> statement-breakpoint
-- Where lines were written and where they landed. Read only together with the session or commit, whose policy judges the reader.
CREATE TABLE teamlore.edit_lines (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  key bigint NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  name integer NOT NULL,
  at timestamptz NOT NULL
);
--> statement-breakpoint
INSERT INTO teamlore.edit_lines (team_id, key, session_id, name, at)
  SELECT DISTINCT e.team_id, teamlore.line_key(e.team_id, l.print, l.is_added), e.session_id, teamlore.name_key(e.path),
    coalesce(e.ts, s.started_at, e.created_at)
  FROM teamlore.edits e JOIN teamlore.sessions s ON s.id = e.session_id
  CROSS JOIN LATERAL (SELECT unnest(e.added) AS print, true AS is_added UNION ALL SELECT unnest(e.removed), false) l;
--> statement-breakpoint
CREATE INDEX edit_lines_key ON teamlore.edit_lines (key, at DESC);
--> statement-breakpoint
CREATE INDEX edit_lines_session ON teamlore.edit_lines (session_id);
--> statement-breakpoint
CREATE TABLE teamlore.commit_lines (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  key bigint NOT NULL,
  commit_id text COLLATE "C" NOT NULL,
  name integer NOT NULL,
  at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX commit_lines_key ON teamlore.commit_lines (key, at DESC);
--> statement-breakpoint
ALTER TABLE teamlore.commits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY commits_team ON teamlore.commits TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.commit_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY commit_files_team ON teamlore.commit_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.commit_relations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY commit_relations_team ON teamlore.commit_relations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.session_links ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Who may see the session may see its links: asked of the session itself, so that it holds when that is made private.
CREATE POLICY session_links_team ON teamlore.session_links TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_links.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_links.session_id));
--> statement-breakpoint
ALTER TABLE teamlore.session_git ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY session_git_team ON teamlore.session_git TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_git.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_git.session_id));
--> statement-breakpoint
ALTER TABLE teamlore.edit_lines ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY edit_lines_team ON teamlore.edit_lines TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.commit_lines ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY commit_lines_team ON teamlore.commit_lines TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.commits, teamlore.commit_files, teamlore.commit_relations,
  teamlore.session_links, teamlore.session_git, teamlore.edit_lines, teamlore.commit_lines TO teamlore_app;
