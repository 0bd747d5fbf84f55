-- Who is who: several people in a team, one person in several teams, and accounts that are no person.
ALTER TABLE teamlore.users ADD COLUMN kind text NOT NULL DEFAULT 'person' CHECK (kind IN ('person','service'));
--> statement-breakpoint
-- An address is only stored once it was proven to be the person's: by a mail that reached it, or by a sign-in provider.
CREATE UNIQUE INDEX users_by_email ON teamlore.users (lower(email));
--> statement-breakpoint
CREATE INDEX memberships_by_user ON teamlore.memberships (user_id);
--> statement-breakpoint
-- Who made it, where that was somebody else; and when it ends by itself.
ALTER TABLE teamlore.api_keys ADD COLUMN created_by text COLLATE "C";
--> statement-breakpoint
ALTER TABLE teamlore.api_keys ADD COLUMN expires_at timestamptz;
--> statement-breakpoint
CREATE INDEX api_keys_by_user ON teamlore.api_keys (team_id, user_id, id DESC);
--> statement-breakpoint
-- A link signs one person in. `given_by`: who made it for somebody else; the link ends when the person has a role above `most` by then.
ALTER TABLE teamlore.sign_in_links ADD COLUMN given_by text COLLATE "C";
--> statement-breakpoint
ALTER TABLE teamlore.sign_in_links ADD COLUMN most text NOT NULL DEFAULT 'owner' CHECK (most IN ('viewer','member','admin','owner'));
--> statement-breakpoint
ALTER TABLE teamlore.sign_in_links ADD COLUMN is_bound boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- A browser that came in by a link of somebody else, or by one that a key made, stays in the team of the link: its giver has no say in other teams. Nor
-- does it ever act above the giver's role of then.
ALTER TABLE teamlore.browser_sessions ADD COLUMN is_bound boolean NOT NULL DEFAULT false;
--> statement-breakpoint
ALTER TABLE teamlore.browser_sessions ADD COLUMN most text NOT NULL DEFAULT 'owner' CHECK (most IN ('viewer','member','admin','owner'));
--> statement-breakpoint
CREATE INDEX browser_sessions_by_user ON teamlore.browser_sessions (user_id);
--> statement-breakpoint
CREATE TABLE teamlore.invitations (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  role text NOT NULL CHECK (role IN ('viewer','member','admin','owner')),
  -- Whom it is for, lower case; null: whoever has the link.
  email text,
  -- The link was sent to `email` and shown to nobody else: who brings it owns that address.
  is_mailed boolean NOT NULL DEFAULT false,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('accepted','declined','revoked')),
  -- Who became a member by it.
  user_id text COLLATE "C"
);
--> statement-breakpoint
CREATE INDEX invitations_of_team ON teamlore.invitations (team_id, id DESC);
--> statement-breakpoint
ALTER TABLE teamlore.invitations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY invitations_team ON teamlore.invitations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.invitations TO teamlore_app;
--> statement-breakpoint
-- Roles are changed and members removed within their team.
GRANT INSERT, UPDATE (role), DELETE ON teamlore.memberships TO teamlore_app;
--> statement-breakpoint
GRANT UPDATE (name) ON teamlore.teams TO teamlore_app;
--> statement-breakpoint
-- Ways in end with the membership. Tokens stay unreadable: only whose they are can be compared.
GRANT SELECT (team_id, user_id, given_by), DELETE ON teamlore.sign_in_links TO teamlore_app;
--> statement-breakpoint
GRANT SELECT (team_id, user_id), DELETE ON teamlore.browser_sessions TO teamlore_app;
--> statement-breakpoint
-- A team makes accounts for machines, never people: those come in by themselves.
CREATE POLICY users_service ON teamlore.users FOR INSERT TO teamlore_app WITH CHECK (kind = 'service' AND email IS NULL);
--> statement-breakpoint
CREATE POLICY users_self ON teamlore.users FOR UPDATE TO teamlore_app
  USING (id = (SELECT current_setting('app.user_id', true)))
  WITH CHECK (id = (SELECT current_setting('app.user_id', true)));
--> statement-breakpoint
GRANT INSERT, UPDATE (name) ON teamlore.users TO teamlore_app;
