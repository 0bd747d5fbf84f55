-- The text of old messages goes where an admin of the team says so, by project. The rows stay, with their keys and hashes, so that the
-- same message is known when it comes in again; `removed_at` says that its text is not lost.
ALTER TABLE teamlore.messages ADD COLUMN removed_at timestamptz;
--> statement-breakpoint
-- A project without a row keeps everything.
CREATE TABLE teamlore.retention_policies (
  project_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  days integer CHECK (days BETWEEN 1 AND 3650),
  max_bytes bigint CHECK (max_bytes >= 1000000),
  keeps_prompts boolean NOT NULL,
  set_by text COLLATE "C" NOT NULL,
  set_at timestamptz NOT NULL,
  -- Nothing goes before then, so that what was set by mistake can be taken back.
  effective_at timestamptz NOT NULL,
  CHECK (days IS NOT NULL OR max_bytes IS NOT NULL)
);
--> statement-breakpoint
-- Receipts: what a policy made go, and when. They outlive the policy.
CREATE TABLE teamlore.retention_runs (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL,
  days integer,
  max_bytes bigint,
  keeps_prompts boolean NOT NULL,
  started_at timestamptz NOT NULL,
  finished_at timestamptz,
  sessions integer NOT NULL DEFAULT 0,
  messages integer NOT NULL DEFAULT 0,
  bytes bigint NOT NULL DEFAULT 0,
  kept_messages integer NOT NULL DEFAULT 0
);
--> statement-breakpoint
CREATE INDEX retention_runs_of_project ON teamlore.retention_runs (team_id, project_id, id DESC);
--> statement-breakpoint
-- One at a time: a run that was cut short is taken up again.
CREATE UNIQUE INDEX retention_runs_open ON teamlore.retention_runs (team_id, project_id) WHERE finished_at IS NULL;
--> statement-breakpoint
-- How much text a session holds, as it stood when `measured_as_of` was its `updated_at`: measured again only where that changed.
CREATE TABLE teamlore.session_sizes (
  session_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  measured_as_of timestamptz NOT NULL,
  bytes bigint NOT NULL
);
--> statement-breakpoint
-- What went of a session. What was distilled of messages up to `last_ordinal`, of prompts up to `prompts`, stays as it is.
CREATE TABLE teamlore.session_removals (
  session_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  last_ordinal integer NOT NULL,
  prompts integer NOT NULL,
  messages integer NOT NULL,
  bytes bigint NOT NULL,
  kept_messages integer NOT NULL,
  removed_at timestamptz NOT NULL,
  days integer,
  max_bytes bigint,
  keeps_prompts boolean NOT NULL,
  -- The `updated_at` of the session up to which the policy was applied; null while that goes on.
  applied_as_of timestamptz
);
--> statement-breakpoint
ALTER TABLE teamlore.retention_policies ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.retention_runs ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.session_sizes ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.session_removals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY retention_policies_team ON teamlore.retention_policies TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY retention_runs_team ON teamlore.retention_runs TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- Whoever reads the session reads what is said of it here.
CREATE POLICY session_sizes_team ON teamlore.session_sizes TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_sizes.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_sizes.session_id));
--> statement-breakpoint
CREATE POLICY session_removals_team ON teamlore.session_removals TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_removals.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_removals.session_id));
--> statement-breakpoint
CREATE POLICY session_sizes_hidden ON teamlore.session_sizes AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = session_sizes.session_id) END);
--> statement-breakpoint
CREATE POLICY session_removals_hidden ON teamlore.session_removals AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = session_removals.session_id) END);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.retention_policies, teamlore.session_sizes, teamlore.session_removals TO teamlore_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.retention_runs TO teamlore_app;
--> statement-breakpoint
-- What memories cite of sessions, for background work alone. Also memories that are hidden for now: an undo brings them back, and what
-- they rest on must be there then.
CREATE FUNCTION teamlore.cited_of_sessions(wanted text[])
RETURNS TABLE (session_id text, ref text, quote text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT e.session_id, e.ref, e.quote FROM teamlore.memory_evidence e
  WHERE e.team_id = nullif(current_setting('app.team_id', true), '') AND e.session_id = ANY (wanted)
    AND current_setting('app.user_id', true) = 'system'
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.cited_of_sessions(text[]) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION teamlore.cited_of_sessions(text[]) TO teamlore_app;
