-- What a team has is counted from these alone: equal entries share one, so they are small and cost an insert next to nothing.
CREATE INDEX documents_by_team ON teamlore.documents (team_id, private_to);
--> statement-breakpoint
CREATE INDEX document_vectors_by_team ON teamlore.document_vectors (team_id, space);
