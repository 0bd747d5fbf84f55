-- Members who asked for the week of their team by mail, and what became of the last one.
CREATE TABLE teamlore.mail_digests (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  since timestamptz NOT NULL,
  -- The Monday of the last week that is settled: sent, or quiet.
  week date,
  sent_at timestamptz,
  -- Somebody sends it until then.
  held_until timestamptz,
  error text,
  PRIMARY KEY (team_id, user_id)
);
--> statement-breakpoint
ALTER TABLE teamlore.mail_digests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY mail_digests_own ON teamlore.mail_digests TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT teamlore.person()) IN (user_id, 'system'))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT teamlore.person()) IN (user_id, 'system'));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.mail_digests TO teamlore_app;
