-- What a colleague would ask for: a short title beside the whole statement. Empty until it is written.
ALTER TABLE teamlore.memories ADD COLUMN topic text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE teamlore.memory_versions ADD COLUMN topic text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE teamlore.observations ADD COLUMN topic text NOT NULL DEFAULT '';
--> statement-breakpoint
-- What was there before gets its topics from a job, which finds what is left by these.
CREATE INDEX memories_without_topic ON teamlore.memories (team_id, id) WHERE topic = '';
--> statement-breakpoint
CREATE INDEX observations_without_topic ON teamlore.observations (team_id, id)
  WHERE topic = '' AND purpose = 'finding' AND superseded_at IS NULL;
