-- Who else opened a session, so that its owner can take it back as long as nobody did. Noted once for each reader, of what the team
-- may read; the owner's own reading is nobody's business.
CREATE TABLE teamlore.session_reads (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  first_read_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (session_id, user_id)
);
--> statement-breakpoint
-- Since when readers of it are noted. Null: it came in before that was done, so nobody knows who read it.
ALTER TABLE teamlore.sessions ADD COLUMN reads_since timestamptz;
--> statement-breakpoint
ALTER TABLE teamlore.sessions ALTER COLUMN reads_since SET DEFAULT now();
--> statement-breakpoint
ALTER TABLE teamlore.session_reads ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY session_reads_team ON teamlore.session_reads TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (user_id = (SELECT current_setting('app.user_id', true)) OR EXISTS (SELECT FROM teamlore.sessions s
      WHERE s.id = session_reads.session_id AND s.user_id = (SELECT current_setting('app.user_id', true)))))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND user_id = (SELECT current_setting('app.user_id', true)));
--> statement-breakpoint
GRANT SELECT, INSERT ON teamlore.session_reads TO teamlore_app;
