-- People and groups that a directory provisions by SCIM 2.0. A row outlives the membership, so that who was deactivated is known.
CREATE TABLE teamlore.provisioned_users (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users (id) ON DELETE CASCADE,
  user_name text NOT NULL,
  external_id text,
  active boolean NOT NULL,
  -- What the directory tells beside that, as it told it.
  attributes jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  PRIMARY KEY (team_id, user_id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX provisioned_users_by_name ON teamlore.provisioned_users (team_id, lower(user_name));
--> statement-breakpoint
ALTER TABLE teamlore.provisioned_users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY provisioned_users_team ON teamlore.provisioned_users TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.provisioned_users TO teamlore_app;
--> statement-breakpoint
CREATE TABLE teamlore.provisioned_groups (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  name text NOT NULL,
  external_id text,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  UNIQUE (team_id, id)
);
--> statement-breakpoint
CREATE UNIQUE INDEX provisioned_groups_by_name ON teamlore.provisioned_groups (team_id, lower(name));
--> statement-breakpoint
ALTER TABLE teamlore.provisioned_groups ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY provisioned_groups_team ON teamlore.provisioned_groups TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.provisioned_groups TO teamlore_app;
--> statement-breakpoint
CREATE TABLE teamlore.provisioned_group_members (
  team_id text COLLATE "C" NOT NULL,
  group_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (group_id, user_id),
  FOREIGN KEY (team_id, group_id) REFERENCES teamlore.provisioned_groups (team_id, id) ON DELETE CASCADE,
  FOREIGN KEY (team_id, user_id) REFERENCES teamlore.provisioned_users (team_id, user_id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX provisioned_group_members_of_user ON teamlore.provisioned_group_members (team_id, user_id);
--> statement-breakpoint
ALTER TABLE teamlore.provisioned_group_members ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY provisioned_group_members_team ON teamlore.provisioned_group_members TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.provisioned_group_members TO teamlore_app;
