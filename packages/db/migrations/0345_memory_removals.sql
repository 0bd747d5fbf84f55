-- Somebody proposed to take a memory out, such as by deleting its line of AGENTS.md: it waits for a person, and holds meanwhile.
ALTER TABLE teamlore.memories ADD COLUMN removal_since timestamptz;
--> statement-breakpoint
ALTER TABLE teamlore.memories ADD COLUMN removal_reason text;
--> statement-breakpoint
ALTER TABLE teamlore.memories ADD COLUMN removal_by text COLLATE "C";
--> statement-breakpoint
-- A person decided that it stays, so that the same is not proposed again.
ALTER TABLE teamlore.memories ADD COLUMN removal_kept_at timestamptz;
