-- Lists page by (time, id); a row without a time of its own takes that of its arrival, so the order is total and one
-- row comparison finds the next page.
DROP INDEX teamlore.messages_prompts;
--> statement-breakpoint
CREATE INDEX messages_prompts ON teamlore.messages (team_id, (coalesce(ts, created_at)) DESC, id DESC) WHERE kind = 'human';
--> statement-breakpoint
DROP INDEX teamlore.observations_recent;
--> statement-breakpoint
CREATE INDEX observations_recent ON teamlore.observations (team_id, (coalesce(occurred_at, created_at)) DESC, id DESC);
--> statement-breakpoint
CREATE INDEX observations_by_project ON teamlore.observations (team_id, project_id, (coalesce(occurred_at, created_at)) DESC, id DESC);
--> statement-breakpoint
DROP INDEX teamlore.summaries_recent;
--> statement-breakpoint
CREATE INDEX summaries_recent ON teamlore.summaries (team_id, (coalesce(occurred_at, created_at)) DESC, id DESC);
--> statement-breakpoint
CREATE INDEX summaries_by_project ON teamlore.summaries (team_id, project_id, (coalesce(occurred_at, created_at)) DESC, id DESC);
--> statement-breakpoint
DROP INDEX teamlore.sessions_by_project;
--> statement-breakpoint
CREATE INDEX sessions_by_project ON teamlore.sessions (team_id, project_id, activity_at DESC, id DESC);
--> statement-breakpoint
DROP INDEX teamlore.sessions_by_parent;
--> statement-breakpoint
-- Native ids are unique to one tool on one machine only.
CREATE INDEX sessions_by_parent ON teamlore.sessions (machine_id, tool, parent_native_id) WHERE parent_native_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX api_keys_by_machine ON teamlore.api_keys (machine_id) WHERE machine_id IS NOT NULL;
--> statement-breakpoint
-- One key at most is fixed by the environment (TEAMLORE_ADMIN_KEY); a changed one replaces it.
ALTER TABLE teamlore.api_keys ADD COLUMN from_environment boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- No request of a team may read these (tokens are looked up before the team is known); an admin may add a link.
ALTER TABLE teamlore.sign_in_links ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sign_in_links_team ON teamlore.sign_in_links TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT INSERT ON teamlore.sign_in_links TO teamlore_app;
--> statement-breakpoint
ALTER TABLE teamlore.browser_sessions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY browser_sessions_team ON teamlore.browser_sessions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
