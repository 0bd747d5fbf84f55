-- Since when what a memory is anchored to is not as it was, and whether its owner was told of it.
ALTER TABLE teamlore.memory_anchors ADD COLUMN changed_at timestamptz, ADD COLUMN told_at timestamptz;
--> statement-breakpoint
CREATE INDEX memory_anchors_changed ON teamlore.memory_anchors (team_id, changed_at DESC) WHERE state IN ('dirty','broken');
--> statement-breakpoint
-- When it was looked at what came of a revert or a fix, and the memory that was made of it.
ALTER TABLE teamlore.commit_relations ADD COLUMN drawn_at timestamptz, ADD COLUMN memory_id text COLLATE "C";
--> statement-breakpoint
CREATE INDEX commit_relations_to_draw ON teamlore.commit_relations (team_id, created_at) WHERE drawn_at IS NULL AND kind IN ('reverts','fixes');
--> statement-breakpoint
ALTER TABLE teamlore.memory_signals DROP CONSTRAINT memory_signals_type_check;
--> statement-breakpoint
-- `mended`: a commit that what it says went into was mended soon after.
ALTER TABLE teamlore.memory_signals ADD CONSTRAINT memory_signals_type_check
  CHECK (type IN ('confirmed','approved','contradicted','corrected','test_failed','reverted','change_rejected','mended'));
