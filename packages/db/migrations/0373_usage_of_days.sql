-- What calls of language models cost a day, kept with each call: before a call the cap is compared with one row and not with all of the day.
CREATE TABLE teamlore.usage_days (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  -- Of UTC.
  day date NOT NULL,
  tokens bigint NOT NULL,
  cost_micros bigint NOT NULL,
  PRIMARY KEY (team_id, day)
);
--> statement-breakpoint
ALTER TABLE teamlore.usage_days ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY usage_days_team ON teamlore.usage_days TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.usage_days TO teamlore_app;
--> statement-breakpoint
-- What people's own coding agents cost is theirs and counts towards no cap of the team.
INSERT INTO teamlore.usage_days (team_id, day, tokens, cost_micros)
  SELECT team_id, (created_at AT TIME ZONE 'UTC')::date, sum(input_tokens::bigint + output_tokens), coalesce(sum(cost_micros), 0)
  FROM teamlore.usage_events WHERE provider <> 'agent-cli' GROUP BY 1, 2;
--> statement-breakpoint
CREATE FUNCTION teamlore.count_usage() RETURNS trigger
LANGUAGE plpgsql SET search_path = '' AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.provider <> 'agent-cli' THEN
    UPDATE teamlore.usage_days d
      SET tokens = d.tokens - OLD.input_tokens - OLD.output_tokens, cost_micros = d.cost_micros - coalesce(OLD.cost_micros, 0)
      WHERE d.team_id = OLD.team_id AND d.day = (OLD.created_at AT TIME ZONE 'UTC')::date;
  END IF;
  IF NEW.provider <> 'agent-cli' THEN
    INSERT INTO teamlore.usage_days AS d (team_id, day, tokens, cost_micros)
      VALUES (NEW.team_id, (NEW.created_at AT TIME ZONE 'UTC')::date, NEW.input_tokens::bigint + NEW.output_tokens, coalesce(NEW.cost_micros, 0))
      ON CONFLICT (team_id, day) DO UPDATE SET tokens = d.tokens + excluded.tokens, cost_micros = d.cost_micros + excluded.cost_micros;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER usage_events_count AFTER INSERT OR UPDATE OF provider, created_at, input_tokens, output_tokens, cost_micros
  ON teamlore.usage_events FOR EACH ROW EXECUTE FUNCTION teamlore.count_usage();
--> statement-breakpoint
-- The breaker looks at the last calls that ended, and not at all there ever were.
CREATE INDEX usage_events_by_end ON teamlore.usage_events (team_id, finished_at DESC, id DESC) WHERE state <> 'running';
