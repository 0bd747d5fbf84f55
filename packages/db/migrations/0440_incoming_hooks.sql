-- An address here to which a tool outside sends what became of work. Its secrets are encrypted; nothing of them is in another column.
CREATE TABLE teamlore.incoming_hooks (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  name text NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  sealed text NOT NULL,
  -- The secret before this one, which is taken as well until then.
  old_sealed text,
  old_until timestamptz,
  error text,
  taken_at timestamptz,
  -- It may do no more than this person may, and ends with their role.
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX incoming_hooks_of_team ON teamlore.incoming_hooks (team_id, id);
--> statement-breakpoint
-- What came in, once for each id of its sender, and what came of it: names of kinds and counts, never what stood in it.
CREATE TABLE teamlore.incoming_events (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  hook_id text COLLATE "C" NOT NULL REFERENCES teamlore.incoming_hooks (id) ON DELETE CASCADE,
  message_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  state text NOT NULL CONSTRAINT incoming_events_state_check CHECK (state IN ('taking', 'done', 'failed')),
  result text,
  received_at timestamptz NOT NULL,
  -- It is being taken until then.
  held_until timestamptz,
  CONSTRAINT incoming_events_once UNIQUE (hook_id, message_id)
);
--> statement-breakpoint
CREATE INDEX incoming_events_of_hook ON teamlore.incoming_events (hook_id, received_at DESC);
--> statement-breakpoint
ALTER TABLE teamlore.incoming_hooks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.incoming_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY incoming_hooks_team ON teamlore.incoming_hooks TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY incoming_events_team ON teamlore.incoming_events TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.incoming_hooks, teamlore.incoming_events TO teamlore_app;
