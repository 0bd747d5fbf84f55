-- Whether links in texts are relationships of a book, where its lorecraft.yaml does not say; null: nobody has decided, so they are not.
ALTER TABLE teamlore.books ADD COLUMN links boolean;
--> statement-breakpoint
ALTER TABLE teamlore.book_generations ADD COLUMN links boolean;
--> statement-breakpoint
-- A link in a text says so, and no field.
ALTER TABLE teamlore.entity_edges ADD COLUMN from_text boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore_book.edges WITH (security_barrier) AS
  SELECT r.src_key, r.dst_key, s.name AS src, d.name AS dst, r.relationship AS rel_type,
    r.file AS source_file, r.line, r.from_text
  FROM teamlore.entity_edges r
  JOIN teamlore.entities s ON s.book_id = r.book_id AND s.key = r.src_key
  JOIN teamlore.entities d ON d.book_id = r.book_id AND d.key = r.dst_key
  WHERE r.team_id = current_setting('app.team_id', true) AND r.book_id = current_setting('app.book_id', true);
