-- Clients that the identity provider of a team vouches for: an admin makes one, and the provider says for whom it may come in.
CREATE TABLE teamlore.managed_clients (
  -- Its client id.
  id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.oauth_clients (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- A sign-in provider: of the team, or of the environment, which has no row.
  provider text COLLATE "C" NOT NULL,
  -- The most that any of its tokens may do.
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX managed_clients_of_team ON teamlore.managed_clients (team_id, id);
--> statement-breakpoint
ALTER TABLE teamlore.managed_clients ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY managed_clients_team ON teamlore.managed_clients TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON teamlore.managed_clients TO teamlore_app;
--> statement-breakpoint
-- Of a grant that no person gave: what the provider is called that vouched.
ALTER TABLE teamlore.oauth_grants ADD COLUMN vouched_by text;
--> statement-breakpoint
-- Of such a client each person has one grant, however often the provider vouches.
CREATE UNIQUE INDEX oauth_grants_vouched ON teamlore.oauth_grants (client_id, user_id) WHERE vouched_by IS NOT NULL;
