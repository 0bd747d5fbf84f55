-- Version of a replaced memory of which a language model was asked what rests on it; null until it was.
ALTER TABLE teamlore.memories ADD COLUMN dependants_version integer;
--> statement-breakpoint
-- What was replaced before is asked about once it changes: all of it at once would take the day's share of distilling.
UPDATE teamlore.memories SET dependants_version = version WHERE status = 'superseded';
--> statement-breakpoint
CREATE INDEX memories_replaced_unasked ON teamlore.memories (team_id, recorded_at, id)
  WHERE status = 'superseded' AND dependants_version IS DISTINCT FROM version;
