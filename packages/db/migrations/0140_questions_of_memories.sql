-- What a colleague would ask who does not know a memory: it is found by them, too.
ALTER TABLE teamlore.memories ADD COLUMN questions jsonb NOT NULL DEFAULT '[]';
--> statement-breakpoint
ALTER TABLE teamlore.memory_versions ADD COLUMN questions jsonb NOT NULL DEFAULT '[]';
--> statement-breakpoint
-- Version of a memory that a language model was asked for questions of; null until it was.
ALTER TABLE teamlore.memories ADD COLUMN questioned_version integer;
--> statement-breakpoint
-- What was there before gets its questions once it changes: all of it at once would take the day's share of distilling.
UPDATE teamlore.memories SET questioned_version = version;
--> statement-breakpoint
CREATE INDEX memories_without_questions ON teamlore.memories (team_id, recorded_at DESC, id)
  WHERE status = 'active' AND questions = '[]'::jsonb AND questioned_version IS DISTINCT FROM version;
