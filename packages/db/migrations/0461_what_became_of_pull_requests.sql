ALTER TABLE teamlore.pull_requests
  -- What became of it, as far as that was drawn conclusions from; null until there is something to conclude.
  ADD COLUMN outcome text CONSTRAINT pull_requests_outcome_check CHECK (outcome IN ('open', 'merged', 'rejected', 'reverted')),
  -- How many of its commits were here then.
  ADD COLUMN outcome_commits integer NOT NULL DEFAULT 0,
  -- Number of the pull request of the same repository that it takes back.
  ADD COLUMN reverts integer,
  -- When comments of its review were looked through, for what they teach.
  ADD COLUMN learned_at timestamptz;
--> statement-breakpoint
ALTER TABLE teamlore.integration_repositories
  -- Kinds of items that have to be acknowledged before the check passes; none: it is advice.
  ADD COLUMN required jsonb NOT NULL DEFAULT '[]',
  -- So many merged pull requests are still to be looked at, with all that are open; null: none.
  ADD COLUMN backfill integer CHECK (backfill >= 0),
  ADD COLUMN backfilled_at timestamptz;
--> statement-breakpoint
-- Items of a pull request that somebody has seen, so that its check passes.
CREATE TABLE teamlore.acknowledgements (
  pull_request_id text COLLATE "C" NOT NULL REFERENCES teamlore.pull_requests (id) ON DELETE CASCADE,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  made_by text COLLATE "C" NOT NULL,
  made_at timestamptz NOT NULL,
  -- By who may let a change pass without anybody having seen it.
  is_override boolean NOT NULL,
  -- Where it was written.
  comment_url text NOT NULL,
  PRIMARY KEY (pull_request_id, memory_id)
);
--> statement-breakpoint
CREATE INDEX acknowledgements_of_memory ON teamlore.acknowledgements (memory_id);
--> statement-breakpoint
ALTER TABLE teamlore.acknowledgements ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY acknowledgements_team ON teamlore.acknowledgements TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY acknowledgements_hidden ON teamlore.acknowledgements AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = acknowledgements.memory_id) END)
  WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.acknowledgements TO teamlore_app;
