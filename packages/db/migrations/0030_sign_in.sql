-- Signing in by providers and passkeys, browsers that can be listed and ended, and machines let in by a short code.
ALTER TABLE teamlore.browser_sessions ADD COLUMN id text COLLATE "C";
--> statement-breakpoint
UPDATE teamlore.browser_sessions SET id = 'brw_' || substr(token_hash, 1, 26) WHERE id IS NULL;
--> statement-breakpoint
ALTER TABLE teamlore.browser_sessions ALTER COLUMN id SET NOT NULL;
--> statement-breakpoint
CREATE UNIQUE INDEX browser_sessions_by_id ON teamlore.browser_sessions (id);
--> statement-breakpoint
-- What the browser calls itself.
ALTER TABLE teamlore.browser_sessions ADD COLUMN agent text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE teamlore.browser_sessions ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
-- The token of the cookie is replaced every hour. Its successor follows from the token and this seed, so that requests at
-- the same time are given the same one; neither the database nor a stolen token alone tells it.
ALTER TABLE teamlore.browser_sessions ADD COLUMN seed text NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE teamlore.browser_sessions ADD COLUMN rotated_at timestamptz NOT NULL DEFAULT now();
--> statement-breakpoint
-- Given to the browser, and not come back from it yet.
ALTER TABLE teamlore.browser_sessions ADD COLUMN next_hash text UNIQUE;
--> statement-breakpoint
-- Replaced; still taken for a moment, and after that the sign of a stolen cookie.
ALTER TABLE teamlore.browser_sessions ADD COLUMN previous_hash text UNIQUE;
--> statement-breakpoint
ALTER TABLE teamlore.browser_sessions ADD COLUMN previous_until timestamptz;
--> statement-breakpoint
-- Where people of a team sign in. Those that the environment sets stand in no table.
CREATE TABLE teamlore.sign_in_providers (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('github','google','gitlab','oidc')),
  name text NOT NULL,
  issuer text,
  client_id text NOT NULL,
  -- Encrypted with a key that is not in the database.
  client_secret text NOT NULL,
  allowed_domains text[] NOT NULL,
  new_role text CHECK (new_role IN ('viewer','member','admin')),
  groups_claim text NOT NULL,
  group_roles jsonb NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX sign_in_providers_of_team ON teamlore.sign_in_providers (team_id, id);
--> statement-breakpoint
ALTER TABLE teamlore.sign_in_providers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sign_in_providers_team ON teamlore.sign_in_providers TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.sign_in_providers TO teamlore_app;
--> statement-breakpoint
-- Who somebody is at a provider. `provider`: the id of one that is stored, or the name of one that the environment sets.
CREATE TABLE teamlore.identities (
  provider text COLLATE "C" NOT NULL,
  -- Of the same provider at another address, a subject is another person.
  issuer text NOT NULL,
  subject text NOT NULL,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  email text,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (provider, issuer, subject)
);
--> statement-breakpoint
CREATE INDEX identities_of_user ON teamlore.identities (user_id);
--> statement-breakpoint
CREATE TABLE teamlore.passkeys (
  id text COLLATE "C" PRIMARY KEY,
  credential_id text NOT NULL UNIQUE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  -- A passkey made in a browser that a colleague's link let in gives no more than that browser had.
  bound_team_id text COLLATE "C" REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  most text NOT NULL CHECK (most IN ('viewer','member','admin','owner')),
  name text NOT NULL,
  public_key text NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
--> statement-breakpoint
CREATE INDEX passkeys_of_user ON teamlore.passkeys (user_id, id);
--> statement-breakpoint
-- Sign-ins under way, each tied to one browser by a cookie and used once.
CREATE TABLE teamlore.sign_in_attempts (
  token_hash text PRIMARY KEY,
  purpose text NOT NULL CHECK (purpose IN ('provider','link','passkey','new_passkey')),
  provider text COLLATE "C",
  state text,
  nonce text,
  verifier text,
  challenge text,
  next text,
  invitation text,
  -- Who is signed in already and adds a way in.
  user_id text COLLATE "C" REFERENCES teamlore.users (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
-- Machines that wait to be let in (RFC 8628).
CREATE TABLE teamlore.device_codes (
  device_hash text PRIMARY KEY,
  user_code text NOT NULL UNIQUE,
  machine jsonb NOT NULL,
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  polled_at timestamptz,
  answer text CHECK (answer IN ('allowed','denied')),
  -- Who let it in, where, and with which role at most.
  for_user_id text COLLATE "C" REFERENCES teamlore.users (id) ON DELETE CASCADE,
  for_team_id text COLLATE "C" REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  most text CHECK (most IN ('viewer','member','admin','owner'))
);
