-- Lists by time end with what has no time. It counted as of the moment when it arrived, and so history that was brought in stood
-- above what people worked on since. '-infinity' stands before all times, so one order and one index still serve a list.
UPDATE teamlore.sessions SET activity_at = '-infinity' WHERE started_at IS NULL AND ended_at IS NULL;
--> statement-breakpoint
-- When the session of a prompt without a time of its own began: the prompt is listed as of then. Null in all other messages.
ALTER TABLE teamlore.messages ADD COLUMN session_began_at timestamptz;
--> statement-breakpoint
UPDATE teamlore.messages m SET session_began_at = s.started_at FROM teamlore.sessions s
WHERE s.id = m.session_id AND m.kind = 'human' AND m.ts IS NULL AND s.started_at IS NOT NULL;
--> statement-breakpoint
DROP INDEX teamlore.messages_prompts;
--> statement-breakpoint
CREATE INDEX messages_prompts ON teamlore.messages (team_id, (coalesce(ts, session_began_at, '-infinity'::timestamptz)) DESC, id DESC) WHERE kind = 'human';
--> statement-breakpoint
UPDATE teamlore.observations o SET occurred_at = s.started_at FROM teamlore.sessions s
WHERE s.id = o.session_id AND o.occurred_at IS NULL AND s.started_at IS NOT NULL;
--> statement-breakpoint
DROP INDEX teamlore.observations_recent;
--> statement-breakpoint
CREATE INDEX observations_recent ON teamlore.observations (team_id, (coalesce(occurred_at, '-infinity'::timestamptz)) DESC, id DESC);
--> statement-breakpoint
DROP INDEX teamlore.observations_by_project;
--> statement-breakpoint
CREATE INDEX observations_by_project ON teamlore.observations (team_id, project_id, (coalesce(occurred_at, '-infinity'::timestamptz)) DESC, id DESC);
--> statement-breakpoint
UPDATE teamlore.summaries y SET occurred_at = s.started_at FROM teamlore.sessions s
WHERE s.id = y.session_id AND y.occurred_at IS NULL AND s.started_at IS NOT NULL;
--> statement-breakpoint
DROP INDEX teamlore.summaries_recent;
--> statement-breakpoint
CREATE INDEX summaries_recent ON teamlore.summaries (team_id, (coalesce(occurred_at, '-infinity'::timestamptz)) DESC, id DESC);
--> statement-breakpoint
DROP INDEX teamlore.summaries_by_project;
--> statement-breakpoint
CREATE INDEX summaries_by_project ON teamlore.summaries (team_id, project_id, (coalesce(occurred_at, '-infinity'::timestamptz)) DESC, id DESC);
