-- Sessions that a commit names: by the id of their tool, or by a pull request.
CREATE INDEX sessions_by_native_id ON teamlore.sessions (team_id, native_id);
--> statement-breakpoint
CREATE INDEX sessions_with_pull_requests ON teamlore.sessions (project_id) WHERE pull_requests <> '[]'::jsonb;
