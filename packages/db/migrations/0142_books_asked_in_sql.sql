-- What admins ask of a book in SQL names an entity, or the ends of a relationship: without these every edge of the book was read.
CREATE INDEX entities_by_name ON teamlore.entities (book_id, name);
--> statement-breakpoint
CREATE INDEX entity_edges_by_source ON teamlore.entity_edges (book_id, src_key);
--> statement-breakpoint
CREATE INDEX entity_edges_by_target ON teamlore.entity_edges (book_id, dst_key);
