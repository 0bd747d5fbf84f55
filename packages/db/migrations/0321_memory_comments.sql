-- Comments of the code that memories were made of, each by the hash of its words and its file, so that none makes a second memory.
CREATE TABLE teamlore.memory_comments (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  -- Null: the whole team may read it.
  private_to text COLLATE "C",
  hash text COLLATE "C" NOT NULL,
  path text NOT NULL,
  line integer NOT NULL,
  -- Null: it was known already, or what was made of it is forgotten. Either way it makes no other.
  memory_id text COLLATE "C" REFERENCES teamlore.memories (id) ON DELETE SET NULL,
  -- Of which time the code was in which it was seen last.
  seen_at timestamptz NOT NULL,
  gone_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (team_id, project_id, private_to, hash, path)
);
--> statement-breakpoint
CREATE INDEX memory_comments_of ON teamlore.memory_comments (memory_id) WHERE memory_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE teamlore.memory_comments ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_comments_team ON teamlore.memory_comments TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
CREATE POLICY memory_comments_hidden ON teamlore.memory_comments AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_comments.memory_id) END)
  WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.memory_comments TO teamlore_app;
