-- What people say of a session themselves: tags, annotations, and a summary in their own words. Each is read by who reads the session,
-- and a removed one is kept, so that it can be restored.
CREATE TABLE teamlore.session_notes (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  kind text NOT NULL CONSTRAINT session_notes_kind_check CHECK (kind IN ('tag','annotation','summary')),
  text text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz
);
--> statement-breakpoint
CREATE INDEX session_notes_of_session ON teamlore.session_notes (session_id, created_at);
--> statement-breakpoint
-- A session has a tag once, and one summary of each person.
CREATE UNIQUE INDEX session_notes_tag ON teamlore.session_notes (session_id, text) WHERE kind = 'tag' AND removed_at IS NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX session_notes_summary ON teamlore.session_notes (session_id, user_id) WHERE kind = 'summary' AND removed_at IS NULL;
--> statement-breakpoint
CREATE INDEX session_notes_by_tag ON teamlore.session_notes (team_id, text, session_id) WHERE kind = 'tag' AND removed_at IS NULL;
--> statement-breakpoint
ALTER TABLE teamlore.session_notes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY session_notes_team ON teamlore.session_notes TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_notes.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_notes.session_id));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.session_notes TO teamlore_app;
