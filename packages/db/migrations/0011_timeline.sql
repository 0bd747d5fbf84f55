-- What happened before and after something, of each kind by itself, so that a rare kind is found as quickly as a frequent one.
CREATE INDEX documents_in_time ON teamlore.documents (team_id, project_id, kind, occurred_at DESC, id DESC) WHERE chunk = 0;
--> statement-breakpoint
CREATE INDEX sessions_in_time ON teamlore.sessions (team_id, project_id, started_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX sessions_by_start ON teamlore.sessions (team_id, started_at DESC, id DESC);
