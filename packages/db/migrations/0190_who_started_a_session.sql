-- A script may start a coding tool a thousand times a day: lists leave such sessions out unless they are asked for.
ALTER TABLE teamlore.sessions ADD COLUMN started_by text NOT NULL DEFAULT 'person'
  CONSTRAINT sessions_started_by_check CHECK (started_by IN ('person', 'program'));
--> statement-breakpoint
CREATE INDEX sessions_of_people ON teamlore.sessions (team_id, activity_at DESC, id DESC) WHERE started_by = 'person';
