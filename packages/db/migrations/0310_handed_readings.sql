-- What a second reader says of each finding that an agent handed over of its session: whether the words it quotes, and what stands
-- around them, say it. A row comes with the finding and waits; of what was read once, only a change of its words is read again.
CREATE TABLE teamlore.handed_readings (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  -- A hash of all that is read of it.
  key text COLLATE "C" NOT NULL,
  state text NOT NULL DEFAULT 'waiting'
    CONSTRAINT handed_readings_state_check CHECK (state IN ('waiting', 'confirmed', 'refused', 'unclear')),
  -- Why it was refused, with words of the session.
  reason text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  read_at timestamptz,
  PRIMARY KEY (session_id, key)
);
--> statement-breakpoint
CREATE INDEX handed_readings_of_team ON teamlore.handed_readings (team_id, state);
--> statement-breakpoint
CREATE INDEX handed_readings_that_wait ON teamlore.handed_readings (session_id) WHERE state = 'waiting';
--> statement-breakpoint
ALTER TABLE teamlore.handed_readings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- As private as the session.
CREATE POLICY handed_readings_team ON teamlore.handed_readings TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = handed_readings.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = handed_readings.session_id));
--> statement-breakpoint
CREATE POLICY handed_readings_hidden ON teamlore.handed_readings AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = handed_readings.session_id) END);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.handed_readings TO teamlore_app;
--> statement-breakpoint
-- `unread`: a memory rests on what an agent handed over, and no reader has looked; `read`: one has, and found it in the session.
ALTER TABLE teamlore.memory_signals DROP CONSTRAINT memory_signals_type_check;
--> statement-breakpoint
ALTER TABLE teamlore.memory_signals ADD CONSTRAINT memory_signals_type_check
  CHECK (type IN ('confirmed','approved','contradicted','corrected','test_failed','reverted','change_rejected','mended','unread','read'));
--> statement-breakpoint
CREATE INDEX memory_signals_of_readers ON teamlore.memory_signals (session_id) WHERE type IN ('unread', 'read');
