-- A Slack app that a team is connected by. Its keys and its token are one encrypted text; nothing of them is in another column.
CREATE TABLE teamlore.slack_apps (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  -- Where people open Slack, and where it is asked.
  web_url text NOT NULL,
  api_url text NOT NULL,
  -- Address of this server when it was begun: Slack sends its events there, and links of answers lead there.
  pages_url text NOT NULL,
  -- Started: no workspace has let the app in yet.
  state text NOT NULL CONSTRAINT slack_apps_state_check CHECK (state IN ('started', 'connected')),
  -- Hash of what ties the answer of Slack to who began; null once it was used.
  answer_hash text COLLATE "C",
  sealed text,
  app_id text COLLATE "C",
  workspace_id text COLLATE "C",
  workspace_name text,
  scopes text[] NOT NULL DEFAULT '{}',
  -- Which channel gets the weekly digest, and since when.
  digest_channel text COLLATE "C",
  digest_since timestamptz,
  -- Which project drafts are of that are made out of messages.
  project_id text COLLATE "C" REFERENCES teamlore.projects (id) ON DELETE SET NULL,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  connected_at timestamptz,
  answered_at timestamptz,
  error text,
  error_at timestamptz
);
--> statement-breakpoint
CREATE INDEX slack_apps_of_team ON teamlore.slack_apps (team_id, id);
--> statement-breakpoint
-- What somebody did at Slack that is to be answered, and digests that are due. What they said is encrypted and taken out with the answer.
CREATE TABLE teamlore.slack_asks (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  slack_id text COLLATE "C" NOT NULL REFERENCES teamlore.slack_apps (id) ON DELETE CASCADE,
  -- Slack's own id of it, or the week of a digest: the same again is the same ask.
  delivery text COLLATE "C" NOT NULL,
  kind text NOT NULL CONSTRAINT slack_asks_kind_check
    CHECK (kind IN ('command', 'mention', 'message', 'remember', 'links', 'digest', 'other')),
  state text NOT NULL CONSTRAINT slack_asks_state_check CHECK (state IN ('waiting', 'done', 'failed', 'ignored')),
  sealed text,
  -- Slack asked to be left alone until then.
  not_before timestamptz,
  -- Somebody works on it until then.
  held_until timestamptz,
  holder text COLLATE "C",
  -- What was posted of it, and what was about to be posted, of which it is not known whether it was.
  steps_done text[] NOT NULL DEFAULT '{}',
  step text COLLATE "C",
  step_since timestamptz,
  error text,
  received_at timestamptz NOT NULL,
  UNIQUE (slack_id, delivery)
);
--> statement-breakpoint
CREATE INDEX slack_asks_of_slack ON teamlore.slack_asks (slack_id, id DESC);
--> statement-breakpoint
CREATE INDEX slack_asks_waiting ON teamlore.slack_asks (received_at) WHERE state = 'waiting';
--> statement-breakpoint
ALTER TABLE teamlore.slack_apps ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.slack_asks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY slack_apps_team ON teamlore.slack_apps TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY slack_asks_team ON teamlore.slack_asks TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.slack_apps, teamlore.slack_asks TO teamlore_app;
