-- One row for each call of a language model: what it was for, what it cost, how it went. Nothing of what was asked or answered.
CREATE TABLE teamlore.usage_events (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" REFERENCES teamlore.sessions (id) ON DELETE SET NULL,
  purpose text NOT NULL,
  provider text NOT NULL,
  model text NOT NULL,
  -- Hash of model and prompt: the same question is never paid for twice.
  key text COLLATE "C" NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done', 'failed')),
  reason text,
  input_tokens integer NOT NULL,
  output_tokens integer NOT NULL,
  -- Millionths of a US dollar; null where the price is not known. An estimate while it runs.
  cost_micros bigint,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz
);
--> statement-breakpoint
CREATE INDEX usage_events_by_day ON teamlore.usage_events (team_id, created_at);
--> statement-breakpoint
CREATE INDEX usage_events_by_key ON teamlore.usage_events (team_id, key);
--> statement-breakpoint
-- What a model answered, so that trying again costs nothing. As private as the session it is about.
CREATE TABLE teamlore.model_answers (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  key text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  answer jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, key, session_id)
);
--> statement-breakpoint
-- Which stretch of a session who has distilled: rules leave it to them.
CREATE TABLE teamlore.distillations (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions (id) ON DELETE CASCADE,
  distiller text NOT NULL,
  prompts integer NOT NULL,
  last_ordinal integer NOT NULL,
  distilled_at timestamptz NOT NULL DEFAULT now(),
  -- Not to be tried before then: a cap was reached, or it failed too often.
  postponed_until timestamptz,
  PRIMARY KEY (session_id, distiller)
);
--> statement-breakpoint
CREATE INDEX distillations_by_team ON teamlore.distillations (team_id);
--> statement-breakpoint
CREATE TABLE teamlore.model_settings (
  team_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  is_enabled boolean NOT NULL,
  -- Null: what the server's settings say.
  daily_usd real,
  daily_tokens bigint,
  updated_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
ALTER TABLE teamlore.usage_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY usage_events_team ON teamlore.usage_events TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.model_answers ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY model_answers_team ON teamlore.model_answers TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.distillations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY distillations_team ON teamlore.distillations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.model_settings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY model_settings_team ON teamlore.model_settings TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.usage_events, teamlore.model_answers, teamlore.distillations, teamlore.model_settings TO teamlore_app;
