-- What somebody said is not relevant on a repository: an item is not shown there, or on files below a path.
CREATE TABLE teamlore.dismissals (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  integration_id text COLLATE "C" NOT NULL,
  repository_id text COLLATE "C" NOT NULL,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  -- Empty: wherever it is about.
  path text NOT NULL DEFAULT '',
  made_by text COLLATE "C" NOT NULL,
  made_at timestamptz NOT NULL,
  -- Said in a comment, or by a thumb turned down.
  via text NOT NULL CONSTRAINT dismissals_via_check CHECK (via IN ('comment', 'reaction')),
  -- Kept after it was undone, so that an older thumb does not bring it back.
  undone_by text COLLATE "C",
  undone_at timestamptz,
  FOREIGN KEY (integration_id, repository_id)
    REFERENCES teamlore.integration_repositories (integration_id, repository_id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE UNIQUE INDEX dismissals_standing ON teamlore.dismissals (integration_id, repository_id, memory_id, path) WHERE undone_at IS NULL;
--> statement-breakpoint
CREATE INDEX dismissals_of_memory ON teamlore.dismissals (memory_id);
--> statement-breakpoint
ALTER TABLE teamlore.dismissals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY dismissals_team ON teamlore.dismissals TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY dismissals_hidden ON teamlore.dismissals AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = dismissals.memory_id) END)
  WITH CHECK (true);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.dismissals TO teamlore_app;
--> statement-breakpoint
-- Ids of memories alone, and hashes of what was said of them.
ALTER TABLE teamlore.pull_requests
  -- All that was ever shown, in the order in which it was: the place of each is its number in the comment.
  ADD COLUMN seen jsonb NOT NULL DEFAULT '[]',
  -- What the comment shows, and what it showed before that.
  ADD COLUMN shown jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN shown_before jsonb,
  ADD COLUMN shown_at timestamptz,
  -- Dismissals that keep something from being shown here.
  ADD COLUMN dismissals jsonb NOT NULL DEFAULT '[]';
--> statement-breakpoint
-- Whether the comment that asks stands beside a line of code.
ALTER TABLE teamlore.hook_deliveries ADD COLUMN is_on_line boolean NOT NULL DEFAULT false;
