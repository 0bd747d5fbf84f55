-- A book is compared with what is stored by hashes, so that an ingest writes what changed and nothing else.
-- Of the two files of a book and of all its notes, as they were ingested last; null: not since this was kept.
ALTER TABLE teamlore.books ADD COLUMN files_hash text COLLATE "C";
--> statement-breakpoint
-- Of the row itself, and of all that its note tells beside it: edges, mentions, an event.
ALTER TABLE teamlore.entities ADD COLUMN row_hash text COLLATE "C", ADD COLUMN told_hash text COLLATE "C";
--> statement-breakpoint
DROP VIEW teamlore_book.edges;
--> statement-breakpoint
-- Edges are counted file by file: one more in a file moves none of another.
ALTER TABLE teamlore.entity_edges DROP CONSTRAINT entity_edges_pkey,
  ALTER COLUMN file TYPE text COLLATE "C", ADD PRIMARY KEY (book_id, file, position);
--> statement-breakpoint
CREATE VIEW teamlore_book.edges WITH (security_barrier) AS
  SELECT r.src_key, r.dst_key, s.name AS src, d.name AS dst, r.relationship AS rel_type,
    r.file AS source_file, r.line
  FROM teamlore.entity_edges r
  JOIN teamlore.entities s ON s.book_id = r.book_id AND s.key = r.src_key
  JOIN teamlore.entities d ON d.book_id = r.book_id AND d.key = r.dst_key
  WHERE r.team_id = current_setting('app.team_id', true) AND r.book_id = current_setting('app.book_id', true);
--> statement-breakpoint
GRANT SELECT ON teamlore_book.edges TO teamlore_book_reader;
