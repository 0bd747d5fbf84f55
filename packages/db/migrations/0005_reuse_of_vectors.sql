-- Texts that occur twice (forks copy sessions) are embedded once.
CREATE INDEX document_vectors_by_text ON teamlore.document_vectors (team_id, content_hash);
