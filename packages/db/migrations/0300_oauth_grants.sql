-- Clients of the authorization server that registered themselves (RFC 7591). No team's: whose it is says each grant.
CREATE TABLE teamlore.oauth_clients (
  id text COLLATE "C" PRIMARY KEY,
  -- What it registered; of a client secret its hash.
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX oauth_clients_by_age ON teamlore.oauth_clients (created_at);
--> statement-breakpoint
-- What one person let one client do in one team. It ends with the membership.
CREATE TABLE teamlore.oauth_grants (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  -- Registered, or the address of a document that says what the client is; such a one is in no table.
  client_id text COLLATE "C" NOT NULL,
  client_name text NOT NULL,
  -- Where the client was answered: a host, or the scheme of a desktop program.
  redirect_to text NOT NULL,
  -- The address of this server that its tokens are for.
  resource text NOT NULL,
  scopes text[] NOT NULL,
  -- Asked for, and not given.
  refused_scopes text[] NOT NULL,
  -- The highest role it ever acts with.
  most text NOT NULL CONSTRAINT oauth_grants_most_check CHECK (most IN ('viewer', 'member')),
  -- Who let the browser in that said yes, where that was somebody else.
  given_by text COLLATE "C" REFERENCES teamlore.users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  FOREIGN KEY (team_id, user_id) REFERENCES teamlore.memberships (team_id, user_id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX oauth_grants_of_person ON teamlore.oauth_grants (team_id, user_id, id);
--> statement-breakpoint
CREATE INDEX oauth_grants_of_client ON teamlore.oauth_grants (client_id);
--> statement-breakpoint
CREATE INDEX oauth_grants_given ON teamlore.oauth_grants (given_by) WHERE given_by IS NOT NULL;
--> statement-breakpoint
ALTER TABLE teamlore.oauth_grants ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY oauth_grants_team ON teamlore.oauth_grants TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON teamlore.oauth_grants TO teamlore_app;
--> statement-breakpoint
-- Tokens, codes and requests that are under way, by the hash of what opens them. Only authentication reads them.
CREATE TABLE teamlore.oauth_tokens (
  kind text COLLATE "C" NOT NULL,
  hash text COLLATE "C" NOT NULL,
  grant_id text COLLATE "C" REFERENCES teamlore.oauth_grants (id) ON DELETE CASCADE,
  payload jsonb NOT NULL,
  consumed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, hash)
);
--> statement-breakpoint
CREATE INDEX oauth_tokens_of_grant ON teamlore.oauth_tokens (grant_id);
--> statement-breakpoint
CREATE INDEX oauth_tokens_by_end ON teamlore.oauth_tokens (expires_at);
--> statement-breakpoint
-- As in 0111, and what was let in by a browser that somebody else let in.
CREATE OR REPLACE FUNCTION teamlore.end_given_ways() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE teamlore.api_keys k SET revoked_at = now()
  WHERE k.team_id = OLD.team_id AND k.created_by = OLD.user_id AND k.revoked_at IS NULL
    AND NOT EXISTS (SELECT FROM teamlore.users u WHERE u.id = k.user_id AND u.kind = 'service');
  DELETE FROM teamlore.browser_sessions b WHERE b.team_id = OLD.team_id AND b.given_by = OLD.user_id;
  DELETE FROM teamlore.sign_in_links l WHERE l.team_id = OLD.team_id AND l.given_by = OLD.user_id;
  DELETE FROM teamlore.passkeys p WHERE p.bound_team_id = OLD.team_id AND p.given_by = OLD.user_id;
  DELETE FROM teamlore.device_codes d WHERE d.for_team_id = OLD.team_id AND d.given_by = OLD.user_id;
  DELETE FROM teamlore.oauth_grants g WHERE g.team_id = OLD.team_id AND g.given_by = OLD.user_id;
  RETURN NULL;
END $$;
