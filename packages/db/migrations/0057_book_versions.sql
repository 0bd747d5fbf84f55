-- What the files of a lorebook were at a commit of its repository. Their texts stay among the files of the book.
CREATE TABLE teamlore.book_versions (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  commit text COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL,
  tags jsonb NOT NULL,
  project_text text NOT NULL,
  schema_text text NOT NULL,
  -- Paths and hashes.
  files jsonb NOT NULL,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (book_id, commit)
);
--> statement-breakpoint
ALTER TABLE teamlore.book_versions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY book_versions_team ON teamlore.book_versions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.book_versions TO teamlore_app;
--> statement-breakpoint
-- What admins may ask in SQL: one book at a time, through these views alone, by a role that can read nothing else.
CREATE SCHEMA teamlore_book;
--> statement-breakpoint
CREATE VIEW teamlore_book.entities WITH (security_barrier) AS
  SELECT e.key, e.name, lower(e.name) AS name_normalized, e.type AS entity_type, e.layer,
    e.source->>'path' AS source_file, e.source->>'hash' AS source_hash,
    ARRAY(SELECT jsonb_array_elements_text(e.tags)) AS tags,
    ARRAY(SELECT jsonb_array_elements_text(e.aliases)) AS aliases,
    e.properties, e.body, e.source IS NULL AS is_placeholder
  FROM teamlore.entities e
  WHERE e.team_id = current_setting('app.team_id', true) AND e.book_id = current_setting('app.book_id', true);
--> statement-breakpoint
CREATE VIEW teamlore_book.edges WITH (security_barrier) AS
  SELECT r.src_key, r.dst_key, s.name AS src, d.name AS dst, r.relationship AS rel_type,
    r.file AS source_file, r.line
  FROM teamlore.entity_edges r
  JOIN teamlore.entities s ON s.book_id = r.book_id AND s.key = r.src_key
  JOIN teamlore.entities d ON d.book_id = r.book_id AND d.key = r.dst_key
  WHERE r.team_id = current_setting('app.team_id', true) AND r.book_id = current_setting('app.book_id', true);
--> statement-breakpoint
CREATE VIEW teamlore_book.events WITH (security_barrier) AS
  SELECT v.key, e.name, v.layer, v.session, v.date_real, v.date_in_world, v.consequences,
    v.file AS source_file
  FROM teamlore.entity_events v
  JOIN teamlore.entities e ON e.book_id = v.book_id AND e.key = v.key
  WHERE v.team_id = current_setting('app.team_id', true) AND v.book_id = current_setting('app.book_id', true);
--> statement-breakpoint
GRANT USAGE ON SCHEMA teamlore_book TO teamlore_book_reader;
--> statement-breakpoint
GRANT SELECT ON teamlore_book.entities, teamlore_book.edges, teamlore_book.events TO teamlore_book_reader;
