-- Of a call that a person waits for: who. One person's questions are bounded by themselves, so that nobody uses up what the
-- team may spend.
ALTER TABLE teamlore.usage_events ADD COLUMN asked_by text COLLATE "C" REFERENCES teamlore.users (id) ON DELETE SET NULL;
--> statement-breakpoint
CREATE INDEX usage_events_by_person ON teamlore.usage_events (asked_by, created_at) WHERE asked_by IS NOT NULL;
