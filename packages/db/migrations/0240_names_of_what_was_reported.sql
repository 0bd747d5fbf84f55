-- What was told is named by what happened to it: an anchor's change was reported to its owner, and a note states edges and events.
ALTER TABLE teamlore.memory_anchors RENAME COLUMN told_at TO reported_at;--> statement-breakpoint
ALTER TABLE teamlore.entities RENAME COLUMN told_hash TO stated_hash;
