-- Who did what is sealed in batches, each of which holds the hash of the one before, so that a row which was changed, taken out or put
-- in later is found. A row without a batch waits for the next one, so the table is its own outbox.
ALTER TABLE teamlore.audit_events ADD COLUMN batch integer;
--> statement-breakpoint
CREATE INDEX audit_events_waiting ON teamlore.audit_events (team_id, id) WHERE batch IS NULL;
--> statement-breakpoint
CREATE INDEX audit_events_of_batch ON teamlore.audit_events (team_id, batch) WHERE batch IS NOT NULL;
--> statement-breakpoint
CREATE TABLE teamlore.audit_batches (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  number integer NOT NULL CHECK (number > 0),
  -- That of the batch before; 64 zeros for the first.
  previous_hash text COLLATE "C" NOT NULL,
  -- Ids of the events and their hashes, in their order: so the event that differs is named.
  entries jsonb NOT NULL,
  -- Over the hashes of the entries.
  root text COLLATE "C" NOT NULL,
  -- Over all of the batch.
  hash text COLLATE "C" NOT NULL,
  sealed_at timestamptz NOT NULL,
  PRIMARY KEY (team_id, number)
);
--> statement-breakpoint
ALTER TABLE teamlore.audit_batches ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_batches_team ON teamlore.audit_batches TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true ELSE (SELECT teamlore.manages_team()) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- Nobody who asks for a team writes here: the worker seals as the owner of the tables.
GRANT SELECT ON teamlore.audit_batches TO teamlore_app;
