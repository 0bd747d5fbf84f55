-- What each worker last saw of the queue. The API never touches the queue: it shows what stands here. It is about the whole
-- installation, so no role of a team may read it; the use case takes from it what concerns the asker's team.
CREATE TABLE teamlore.worker_reports (
  worker_id text COLLATE "C" PRIMARY KEY,
  started_at timestamptz NOT NULL,
  reported_at timestamptz NOT NULL,
  -- Counts per job name.
  jobs jsonb NOT NULL,
  -- Jobs that failed for good, newest first, with their payloads (ids only).
  dead jsonb NOT NULL,
  -- The space it embeds into, and a sentence when it cannot.
  embedding jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX worker_reports_latest ON teamlore.worker_reports (reported_at DESC);
--> statement-breakpoint
ALTER TABLE teamlore.worker_reports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- A relay claims events, hands them to the queue outside of any transaction (on the embedded engine the queue needs the same
-- session) and deletes them. A claim that runs out was a relay's that died in between: another one hands them on again.
ALTER TABLE teamlore.outbox ADD COLUMN claimed_until timestamptz;
