ALTER TABLE teamlore.incoming_events
  -- Which build, deploy, incident or review it is about, as a hash; null for drafts.
  ADD COLUMN about text,
  -- When it happened, as far as its tool says so, else when it first came in.
  ADD COLUMN happened_at timestamptz;
--> statement-breakpoint
CREATE INDEX incoming_events_about ON teamlore.incoming_events (hook_id, about, happened_at) WHERE about IS NOT NULL;
