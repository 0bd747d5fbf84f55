-- With the document as well, one entry answers whether a document has a vector of its present text, whatever a planner knows of the tables.
DROP INDEX teamlore.document_vectors_by_text;
--> statement-breakpoint
CREATE INDEX document_vectors_by_text ON teamlore.document_vectors (team_id, content_hash, document_id);
