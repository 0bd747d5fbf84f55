-- A memory that nobody reviewed may be served as such: below what was reviewed, and marked.
ALTER TABLE teamlore.memories DROP CONSTRAINT memories_status_check;
--> statement-breakpoint
ALTER TABLE teamlore.memories ADD CONSTRAINT memories_status_check
  CHECK (status IN ('draft','unreviewed','active','rejected','superseded','archived')) NOT VALID;
--> statement-breakpoint
ALTER TABLE teamlore.documents DROP CONSTRAINT documents_status_check;
--> statement-breakpoint
ALTER TABLE teamlore.documents ADD CONSTRAINT documents_status_check
  CHECK (status IN ('current','unreviewed','superseded','rejected')) NOT VALID;
--> statement-breakpoint
-- Policies that there are go on as they were.
ALTER TABLE teamlore.memory_policies ADD COLUMN serves_unreviewed boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- What holds where a team set no policy. Those that there are keep what they have; a new one says true.
ALTER TABLE teamlore.teams ADD COLUMN serves_unreviewed boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Looked through once a day for what nobody confirmed in time.
CREATE INDEX memories_unreviewed ON teamlore.memories (team_id, confirmed_at, id) WHERE status = 'unreviewed';
--> statement-breakpoint
-- A language model compares what is served, and is asked for its questions.
DROP INDEX teamlore.memories_to_judge;
--> statement-breakpoint
CREATE INDEX memories_to_judge ON teamlore.memories (team_id, valid_from, id)
  WHERE status IN ('active','unreviewed') AND judged_version IS DISTINCT FROM version;
--> statement-breakpoint
DROP INDEX teamlore.memories_without_questions;
--> statement-breakpoint
CREATE INDEX memories_without_questions ON teamlore.memories (team_id, recorded_at DESC, id)
  WHERE status IN ('active','unreviewed') AND questions = '[]'::jsonb AND questioned_version IS DISTINCT FROM version;
