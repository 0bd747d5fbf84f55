-- To whom a memory was given, and how: to an agent, in a brief or as an answer, or to a person who opened it. Still by day, and still
-- it changes nothing else about a memory. Of what was given before nobody knows to whom; most of it stood in briefs.
ALTER TABLE teamlore.memory_servings
  ADD COLUMN user_id text COLLATE "C" NOT NULL DEFAULT '',
  ADD COLUMN reader text NOT NULL DEFAULT 'agent' CHECK (reader IN ('agent', 'person')),
  ADD COLUMN door text NOT NULL DEFAULT 'unknown' CHECK (door IN ('brief', 'search', 'why', 'opened', 'unknown'));
--> statement-breakpoint
ALTER TABLE teamlore.memory_servings DROP CONSTRAINT memory_servings_pkey;
--> statement-breakpoint
ALTER TABLE teamlore.memory_servings ADD PRIMARY KEY (memory_id, day, user_id, reader, door);
--> statement-breakpoint
-- A person who is erased is found by it.
CREATE INDEX memory_servings_by_user ON teamlore.memory_servings (team_id, user_id);
