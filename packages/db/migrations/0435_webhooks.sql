-- An address outside to which a team has events sent. Its secrets are encrypted; nothing of them is in another column.
CREATE TABLE teamlore.webhooks (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  url text NOT NULL,
  events text[] NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  sealed text NOT NULL,
  -- The secret before this one, which signs as well until then.
  old_sealed text,
  old_until timestamptz,
  -- Deliveries that were given up since the last one that arrived.
  failures integer NOT NULL DEFAULT 0,
  error text,
  answered_at timestamptz,
  created_by text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE INDEX webhooks_of_team ON teamlore.webhooks (team_id, id);
--> statement-breakpoint
-- What is to be sent where, and what became of it: ids alone. What is sent is read when it is sent.
CREATE TABLE teamlore.webhook_deliveries (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  webhook_id text COLLATE "C" NOT NULL REFERENCES teamlore.webhooks (id) ON DELETE CASCADE,
  event text NOT NULL,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  state text NOT NULL DEFAULT 'waiting' CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('waiting', 'done', 'failed', 'withheld')),
  attempts integer NOT NULL DEFAULT 0,
  status integer,
  ms integer,
  error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  next_at timestamptz NOT NULL DEFAULT now(),
  -- Somebody sends it until then.
  held_until timestamptz
);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_of_webhook ON teamlore.webhook_deliveries (webhook_id, created_at DESC);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_of_memory ON teamlore.webhook_deliveries (memory_id);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_waiting ON teamlore.webhook_deliveries (next_at) WHERE state = 'waiting';
--> statement-breakpoint
ALTER TABLE teamlore.webhooks ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.webhook_deliveries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY webhooks_team ON teamlore.webhooks TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY webhook_deliveries_team ON teamlore.webhook_deliveries TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY webhook_deliveries_hidden ON teamlore.webhook_deliveries AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = webhook_deliveries.memory_id) END);
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.webhooks, teamlore.webhook_deliveries TO teamlore_app;
--> statement-breakpoint
-- Writes down, with the change itself, what is to be sent of it: no way of changing a memory can forget it. Nothing is written of what
-- is private or of a restricted project, and it is asked again when it is sent.
CREATE FUNCTION teamlore.note_webhooks(of_team text, of_memory text, of_event text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog
AS $$
  WITH noted AS (
    INSERT INTO teamlore.webhook_deliveries (id, team_id, webhook_id, event, memory_id)
    SELECT 'wdl_' || left(md5(gen_random_uuid()::text), 26), w.team_id, w.id, of_event, m.id
    FROM teamlore.webhooks w
    JOIN teamlore.memories m ON m.id = of_memory AND m.team_id = w.team_id AND m.private_to IS NULL
    LEFT JOIN teamlore.projects p ON p.id = m.project_id
    WHERE w.team_id = of_team AND w.is_on AND of_event = ANY (w.events) AND coalesce(p.is_restricted, false) IS FALSE
    RETURNING id, team_id
  ), queued AS (
    INSERT INTO teamlore.outbox (team_id, type, payload)
    SELECT team_id, 'webhook.due', jsonb_build_object('delivery_id', id) FROM noted
    RETURNING 1
  )
  SELECT pg_notify('teamlore_outbox', '') FROM (SELECT FROM queued LIMIT 1) q
$$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.note_webhooks(text, text, text) FROM PUBLIC;
--> statement-breakpoint
CREATE FUNCTION teamlore.note_memory_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM teamlore.webhooks w WHERE w.team_id = NEW.team_id AND w.is_on) THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' OR OLD.status <> NEW.status THEN
    IF NEW.status = 'active' THEN PERFORM teamlore.note_webhooks(NEW.team_id, NEW.id, 'memory.activated');
    ELSIF NEW.status = 'superseded' AND TG_OP = 'UPDATE' AND OLD.status = 'active' THEN PERFORM teamlore.note_webhooks(NEW.team_id, NEW.id, 'memory.superseded');
    ELSIF NEW.status = 'draft' THEN PERFORM teamlore.note_webhooks(NEW.team_id, NEW.id, 'review.waiting');
    END IF;
  END IF;
  IF TG_OP = 'UPDATE' AND NEW.status = 'active' AND OLD.stale_since IS NULL AND NEW.stale_since IS NOT NULL THEN
    PERFORM teamlore.note_webhooks(NEW.team_id, NEW.id, 'memory.stale');
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memories_noted_for_webhooks AFTER INSERT OR UPDATE OF status, stale_since ON teamlore.memories
  FOR EACH ROW EXECUTE FUNCTION teamlore.note_memory_change();
--> statement-breakpoint
CREATE FUNCTION teamlore.note_memory_signal() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  PERFORM teamlore.note_webhooks(NEW.team_id, NEW.memory_id, 'memory.contradicted');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER memory_signals_noted_for_webhooks AFTER INSERT ON teamlore.memory_signals
  FOR EACH ROW WHEN (NEW.type = 'contradicted' AND NEW.private_to IS NULL) EXECUTE FUNCTION teamlore.note_memory_signal();
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.note_memory_change() FROM PUBLIC;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.note_memory_signal() FROM PUBLIC;
