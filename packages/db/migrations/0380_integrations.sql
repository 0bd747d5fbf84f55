-- A code host that a team is connected to. Its keys are one encrypted text; nothing of them is in another column.
CREATE TABLE teamlore.integrations (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  kind text NOT NULL CONSTRAINT integrations_kind_check CHECK (kind IN ('github')),
  -- Where people open the host, and where it is asked.
  web_url text NOT NULL,
  api_url text NOT NULL,
  -- Address of this server when it was connected: the host sends its events there, and links of comments lead there.
  pages_url text NOT NULL,
  -- Started: the host has not answered yet.
  state text NOT NULL CONSTRAINT integrations_state_check CHECK (state IN ('started', 'connected')),
  -- Hash of what ties the answer of the host to who began; null once it was used.
  answer_hash text COLLATE "C",
  app_id text COLLATE "C",
  app_slug text,
  -- Who the app belongs to at the host.
  account text,
  sealed text,
  -- Whether comments on public repositories name people and sessions.
  shows_names boolean NOT NULL DEFAULT false,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  connected_at timestamptz,
  -- What the app may do, as the host last said.
  permissions jsonb NOT NULL DEFAULT '{}',
  -- When the host last answered.
  answered_at timestamptz,
  error text,
  error_at timestamptz
);
--> statement-breakpoint
CREATE INDEX integrations_of_team ON teamlore.integrations (team_id, id);
--> statement-breakpoint
-- Repositories that the app is installed on, as the host last said.
CREATE TABLE teamlore.integration_repositories (
  integration_id text COLLATE "C" NOT NULL REFERENCES teamlore.integrations (id) ON DELETE CASCADE,
  repository_id text COLLATE "C" NOT NULL,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  installation_id text COLLATE "C" NOT NULL,
  full_name text NOT NULL,
  url text NOT NULL,
  -- What the host calls it; whatever is not private is read by others than the team.
  visibility text NOT NULL CONSTRAINT integration_repositories_visibility_check CHECK (visibility IN ('public', 'internal', 'private')),
  seen_at timestamptz NOT NULL,
  PRIMARY KEY (integration_id, repository_id)
);
--> statement-breakpoint
-- Pull requests that were heard of, and the one comment on each. What they hold is read from the host when it is needed.
CREATE TABLE teamlore.pull_requests (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  integration_id text COLLATE "C" NOT NULL,
  repository_id text COLLATE "C" NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  -- Somebody pushed or asked; done with where `done_at` is the same time.
  asked_at timestamptz NOT NULL,
  done_at timestamptz,
  -- The host asked to be left alone until then.
  not_before timestamptz,
  -- Somebody works on it until then.
  held_until timestamptz,
  holder text COLLATE "C",
  -- A comment was about to be made then, and it is not known whether it was.
  posting_since timestamptz,
  comment_id text COLLATE "C",
  comment_url text,
  comment_hash text COLLATE "C",
  check_id text COLLATE "C",
  check_commit text COLLATE "C",
  -- How many items the comment shows.
  items integer NOT NULL DEFAULT 0,
  posted_at timestamptz,
  error text,
  FOREIGN KEY (integration_id, repository_id)
    REFERENCES teamlore.integration_repositories (integration_id, repository_id) ON DELETE CASCADE,
  UNIQUE (integration_id, repository_id, number)
);
--> statement-breakpoint
CREATE INDEX pull_requests_posted ON teamlore.pull_requests (team_id, posted_at DESC) WHERE posted_at IS NOT NULL;
--> statement-breakpoint
CREATE INDEX pull_requests_waiting ON teamlore.pull_requests (asked_at) WHERE done_at IS DISTINCT FROM asked_at;
--> statement-breakpoint
-- What the host sent: ids and names of events, never what stood in them.
CREATE TABLE teamlore.hook_deliveries (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  integration_id text COLLATE "C" NOT NULL REFERENCES teamlore.integrations (id) ON DELETE CASCADE,
  -- The host's own id of it: the same again is the same delivery.
  delivery text COLLATE "C" NOT NULL,
  event text NOT NULL,
  action text,
  pull_request_id text COLLATE "C" REFERENCES teamlore.pull_requests (id) ON DELETE SET NULL,
  state text NOT NULL CONSTRAINT hook_deliveries_state_check CHECK (state IN ('waiting', 'done', 'failed', 'ignored')),
  error text,
  received_at timestamptz NOT NULL,
  UNIQUE (integration_id, delivery)
);
--> statement-breakpoint
CREATE INDEX hook_deliveries_of_integration ON teamlore.hook_deliveries (integration_id, id DESC);
--> statement-breakpoint
CREATE INDEX hook_deliveries_of_pull_request ON teamlore.hook_deliveries (pull_request_id) WHERE pull_request_id IS NOT NULL;
--> statement-breakpoint
ALTER TABLE teamlore.integrations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.integration_repositories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.pull_requests ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.hook_deliveries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY integrations_team ON teamlore.integrations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY integration_repositories_team ON teamlore.integration_repositories TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY pull_requests_team ON teamlore.pull_requests TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY hook_deliveries_team ON teamlore.hook_deliveries TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.integrations, teamlore.integration_repositories, teamlore.pull_requests,
  teamlore.hook_deliveries TO teamlore_app;
--> statement-breakpoint
-- What everybody who works on one project reads: a restricted project is open where it is the one that a transaction is about, and
-- all other restricted ones stay closed. Background work says so for itself; nobody who asks can.
CREATE OR REPLACE FUNCTION teamlore.closed_projects() RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  me text := teamlore.person();
  giver text := nullif(current_setting('app.giver_id', true), '');
  opened text := nullif(current_setting('app.opens_project', true), '');
BEGIN
  IF me = 'system' THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT p.id FROM teamlore.projects p
    WHERE p.team_id = nullif(current_setting('app.team_id', true), '') AND p.is_restricted
      AND (opened IS NULL OR p.id <> opened OR me <> 'nobody')
      AND NOT (EXISTS (SELECT FROM teamlore.project_access a WHERE a.project_id = p.id AND a.user_id = me)
        AND (giver IS NULL OR EXISTS (SELECT FROM teamlore.project_access a WHERE a.project_id = p.id AND a.user_id = giver))));
END $$;
