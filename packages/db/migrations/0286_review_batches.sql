-- How often a memory was given to somebody, by day: what is served often is reviewed first. It changes nothing else about it.
CREATE TABLE teamlore.memory_servings (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  day date NOT NULL,
  times integer NOT NULL DEFAULT 1,
  PRIMARY KEY (memory_id, day)
);
--> statement-breakpoint
CREATE INDEX memory_servings_by_day ON teamlore.memory_servings (team_id, day);
--> statement-breakpoint
ALTER TABLE teamlore.memory_servings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_servings_team ON teamlore.memory_servings TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = memory_servings.memory_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = memory_servings.memory_id));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.memory_servings TO teamlore_app;
--> statement-breakpoint
-- What a person is asked to review in a week. A memory is in the batch of one person at a time; whoever may read it sees in whose.
CREATE TABLE teamlore.review_batches (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  -- Its Monday, in UTC.
  week date NOT NULL,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  position integer NOT NULL,
  PRIMARY KEY (memory_id, week)
);
--> statement-breakpoint
CREATE INDEX review_batches_of_week ON teamlore.review_batches (team_id, week, user_id);
--> statement-breakpoint
ALTER TABLE teamlore.review_batches ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY review_batches_team ON teamlore.review_batches TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = review_batches.memory_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND user_id = (SELECT teamlore.person())
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = review_batches.memory_id));
--> statement-breakpoint
GRANT SELECT, INSERT ON teamlore.review_batches TO teamlore_app;
