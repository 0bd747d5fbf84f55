-- What must not be deleted although somebody asks for it: a person, a project or a session, with the reason that an admin gave. What is
-- lifted stays listed.
CREATE TABLE teamlore.legal_holds (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  subject text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('person','project','session')),
  reason text NOT NULL,
  set_by text COLLATE "C" NOT NULL,
  set_at timestamptz NOT NULL,
  lifted_by text COLLATE "C",
  lifted_at timestamptz,
  PRIMARY KEY (team_id, subject, set_at)
);
--> statement-breakpoint
CREATE UNIQUE INDEX legal_holds_open ON teamlore.legal_holds (team_id, subject) WHERE lifted_at IS NULL;
--> statement-breakpoint
ALTER TABLE teamlore.legal_holds ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY legal_holds_team ON teamlore.legal_holds TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true ELSE (SELECT teamlore.manages_team()) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.legal_holds TO teamlore_app;
