-- A lorebook has a home: the repository and branch that its files come from. Null where none was named yet.
ALTER TABLE teamlore.books ADD COLUMN home_repository text, ADD COLUMN home_branch text, ADD COLUMN made_by text COLLATE "C";
--> statement-breakpoint
-- Generations by turns: the first that has the file, the first without it, and so on. An odd number of them: the book has it now.
ALTER TABLE teamlore.book_files ADD COLUMN shown_in integer[] NOT NULL DEFAULT '{}';
--> statement-breakpoint
-- Before this, entities alone said which files a book is made of.
UPDATE teamlore.book_files f SET shown_in = ARRAY[b.generation]
  FROM teamlore.entities e JOIN teamlore.books b ON b.id = e.book_id
  WHERE e.book_id = f.book_id AND e.source->>'path' = f.path AND e.source->>'hash' = f.hash;
--> statement-breakpoint
-- What is needed to make a book as it was again; its texts stay among its files.
CREATE TABLE teamlore.book_generations (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  generation integer NOT NULL,
  project_text text NOT NULL,
  schema_text text NOT NULL,
  summary jsonb NOT NULL,
  -- Keys and ids of entities that went with it, so that they come back under their ids.
  gone jsonb NOT NULL,
  repository text,
  branch text,
  -- The generation that was restored, where it was made by an undo.
  restores integer,
  made_by text COLLATE "C",
  made_at timestamptz NOT NULL,
  PRIMARY KEY (book_id, generation)
);
--> statement-breakpoint
INSERT INTO teamlore.book_generations (team_id, book_id, generation, project_text, schema_text, summary, gone, made_at)
  SELECT team_id, id, generation, project_text, schema_text, summary, '[]', ingested_at
  FROM teamlore.books WHERE generation > 0;
--> statement-breakpoint
-- Vectors of texts that an ingest replaced or removed, by what they are of.
CREATE TABLE teamlore.book_vectors (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  space text NOT NULL REFERENCES teamlore.embedding_spaces (id) ON DELETE CASCADE,
  content_hash text NOT NULL,
  embedding halfvec NOT NULL,
  -- The last generation whose documents had it.
  generation integer NOT NULL,
  PRIMARY KEY (book_id, space, content_hash)
);
--> statement-breakpoint
ALTER TABLE teamlore.book_generations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY book_generations_team ON teamlore.book_generations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.book_vectors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY book_vectors_team ON teamlore.book_vectors TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.book_generations, teamlore.book_vectors TO teamlore_app;
