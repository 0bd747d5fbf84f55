-- Patterns a team adds to what every installation takes for a secret. One row a team; agents ask for it before they send.
CREATE TABLE teamlore.redaction_rules (
  team_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  rules jsonb NOT NULL,
  -- Texts that are no secrets although a rule says so.
  allow jsonb NOT NULL,
  version integer NOT NULL,
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE teamlore.redaction_rules ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY redaction_rules_team ON teamlore.redaction_rules TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.redaction_rules TO teamlore_app;
