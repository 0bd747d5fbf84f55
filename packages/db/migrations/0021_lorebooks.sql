-- Lorebooks: Markdown files as they were sent, and what became of them. The files are the truth; all below them can be made anew.
CREATE TABLE teamlore.books (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  name text COLLATE "C" NOT NULL,
  project_text text NOT NULL,
  schema_text text NOT NULL,
  -- Grows with each ingest that changed something; a reader that sees two of them in one answer reads again.
  generation integer NOT NULL,
  summary jsonb NOT NULL,
  problems jsonb NOT NULL,
  ingested_at timestamptz NOT NULL,
  UNIQUE (team_id, name)
);
--> statement-breakpoint
-- Files by content, so that only changed ones are sent. After an ingest those of the book alone are left.
CREATE TABLE teamlore.book_files (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  path text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (book_id, path, hash)
);
--> statement-breakpoint
CREATE TABLE teamlore.entities (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  -- Layer and name, folded: what stays the same while the note changes.
  key text COLLATE "C" NOT NULL,
  name text NOT NULL,
  layer text NOT NULL,
  type text,
  aliases jsonb NOT NULL,
  tags jsonb NOT NULL,
  properties jsonb NOT NULL,
  lines jsonb NOT NULL,
  body text NOT NULL,
  -- Null for what is named somewhere and has no file yet.
  source jsonb,
  PRIMARY KEY (book_id, key)
);
--> statement-breakpoint
CREATE TABLE teamlore.entity_edges (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  position integer NOT NULL,
  src_key text COLLATE "C" NOT NULL,
  dst_key text COLLATE "C" NOT NULL,
  -- Null for a link in a body: a mention, no relationship.
  relationship text,
  file text NOT NULL,
  line integer NOT NULL,
  PRIMARY KEY (book_id, position)
);
--> statement-breakpoint
CREATE TABLE teamlore.entity_events (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  layer text NOT NULL,
  session bigint,
  date_real text,
  date_in_world text,
  consequences jsonb NOT NULL,
  file text NOT NULL,
  PRIMARY KEY (book_id, key)
);
--> statement-breakpoint
ALTER TABLE teamlore.books ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY books_team ON teamlore.books TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.book_files ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY book_files_team ON teamlore.book_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.entities ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY entities_team ON teamlore.entities TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.entity_edges ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY entity_edges_team ON teamlore.entity_edges TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.entity_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY entity_events_team ON teamlore.entity_events TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.books, teamlore.book_files, teamlore.entities, teamlore.entity_edges, teamlore.entity_events TO teamlore_app;
