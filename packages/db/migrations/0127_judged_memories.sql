-- Version of a memory that a language model compared with those near it; null until it did.
ALTER TABLE teamlore.memories ADD COLUMN judged_version integer;
--> statement-breakpoint
CREATE INDEX memories_to_judge ON teamlore.memories (team_id, valid_from, id)
  WHERE status = 'active' AND judged_version IS DISTINCT FROM version;
