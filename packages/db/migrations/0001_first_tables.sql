CREATE SCHEMA IF NOT EXISTS teamlore;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS vector;
--> statement-breakpoint
DO $$ BEGIN
  CREATE ROLE teamlore_app NOLOGIN NOSUPERUSER NOBYPASSRLS;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
--> statement-breakpoint
DO $$ BEGIN
  EXECUTE format('GRANT teamlore_app TO %I', current_user);
EXCEPTION WHEN OTHERS THEN
  -- A superuser needs no grant, and some servers refuse one to oneself.
  IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN RAISE; END IF;
END $$;
--> statement-breakpoint
GRANT USAGE ON SCHEMA teamlore TO teamlore_app;
--> statement-breakpoint
CREATE TABLE teamlore.teams (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE teamlore.users (
  id text COLLATE "C" PRIMARY KEY,
  name text NOT NULL,
  email text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE teamlore.memberships (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users(id) ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('viewer','member','admin','owner')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, user_id)
);
--> statement-breakpoint
CREATE TABLE teamlore.machines (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users(id),
  fingerprint text NOT NULL,
  name text NOT NULL,
  platform text NOT NULL,
  agent_version text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz,
  UNIQUE (team_id, user_id, fingerprint)
);
--> statement-breakpoint
CREATE TABLE teamlore.api_keys (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users(id),
  machine_id text COLLATE "C" REFERENCES teamlore.machines(id) ON DELETE CASCADE,
  name text NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer','member','admin','owner')),
  key_hash text NOT NULL UNIQUE,
  hint text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
--> statement-breakpoint
CREATE TABLE teamlore.sign_in_links (
  token_hash text PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users(id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
--> statement-breakpoint
CREATE TABLE teamlore.browser_sessions (
  token_hash text PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users(id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL
);
--> statement-breakpoint
CREATE TABLE teamlore.projects (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  identity text NOT NULL,
  name text NOT NULL,
  remote_url text,
  root_commit text,
  default_visibility text NOT NULL DEFAULT 'team' CHECK (default_visibility IN ('private','team')),
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (team_id, identity)
);
--> statement-breakpoint
CREATE TABLE teamlore.project_paths (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  machine_id text COLLATE "C" NOT NULL REFERENCES teamlore.machines(id) ON DELETE CASCADE,
  root_path text NOT NULL,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects(id) ON DELETE CASCADE,
  PRIMARY KEY (team_id, machine_id, root_path)
);
--> statement-breakpoint
CREATE TABLE teamlore.sessions (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams(id) ON DELETE CASCADE,
  machine_id text COLLATE "C" NOT NULL REFERENCES teamlore.machines(id),
  user_id text COLLATE "C" NOT NULL REFERENCES teamlore.users(id),
  project_id text COLLATE "C" REFERENCES teamlore.projects(id) ON DELETE SET NULL,
  tool text NOT NULL,
  native_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('main','subagent','fork','compaction')),
  parent_native_id text,
  -- Null: the whole team may read it. Else only this user (design: visibility).
  private_to text COLLATE "C",
  title text,
  cwd text,
  git_branch text,
  git_head text,
  tool_version text,
  models text[] NOT NULL DEFAULT '{}',
  pull_requests jsonb NOT NULL DEFAULT '[]',
  source jsonb NOT NULL DEFAULT '{}',
  started_at timestamptz,
  ended_at timestamptz,
  message_count integer NOT NULL DEFAULT 0,
  prompt_count integer NOT NULL DEFAULT 0,
  edit_count integer NOT NULL DEFAULT 0,
  usage jsonb NOT NULL DEFAULT '{}',
  distilled text NOT NULL DEFAULT 'pending' CHECK (distilled IN ('pending','done','failed')),
  distilled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  -- What lists sort by: the last thing that happened in the session, else when it arrived.
  activity_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (team_id, machine_id, tool, native_id)
);
--> statement-breakpoint
CREATE INDEX sessions_by_activity ON teamlore.sessions (team_id, activity_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX sessions_by_project ON teamlore.sessions (team_id, project_id, activity_at DESC);
--> statement-breakpoint
CREATE INDEX sessions_by_parent ON teamlore.sessions (team_id, parent_native_id) WHERE parent_native_id IS NOT NULL;
--> statement-breakpoint
CREATE INDEX sessions_to_distil ON teamlore.sessions (team_id, updated_at) WHERE distilled = 'pending';
--> statement-breakpoint
CREATE TABLE teamlore.messages (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions(id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  key text NOT NULL,
  parent_key text,
  ordinal integer NOT NULL,
  ts timestamptz,
  role text NOT NULL,
  kind text NOT NULL,
  model text,
  blocks jsonb NOT NULL,
  usage jsonb,
  cwd text,
  git_branch text,
  tool_version text,
  is_abandoned boolean NOT NULL DEFAULT false,
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id, key)
);
--> statement-breakpoint
CREATE INDEX messages_in_order ON teamlore.messages (session_id, ordinal, id);
--> statement-breakpoint
CREATE INDEX messages_prompts ON teamlore.messages (team_id, ts DESC, id DESC) WHERE kind = 'human';
--> statement-breakpoint
CREATE TABLE teamlore.edits (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions(id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  key text NOT NULL,
  message_key text NOT NULL,
  tool_call_id text,
  ts timestamptz,
  path text NOT NULL,
  operation text NOT NULL,
  added_lines integer NOT NULL,
  removed_lines integer NOT NULL,
  added text[] NOT NULL,
  removed text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id, key)
);
--> statement-breakpoint
CREATE TABLE teamlore.observations (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions(id) ON DELETE CASCADE,
  project_id text COLLATE "C",
  private_to text COLLATE "C",
  prompt_id text COLLATE "C",
  message_id text COLLATE "C",
  -- The same finding of the same session keeps its id when the session is distilled again.
  key text NOT NULL,
  type text NOT NULL CHECK (type IN ('decision','bugfix','feature','refactor','discovery','change')),
  title text NOT NULL,
  subtitle text NOT NULL,
  narrative text NOT NULL,
  facts text[] NOT NULL,
  concepts text[] NOT NULL,
  files_read text[] NOT NULL,
  files_modified text[] NOT NULL,
  origin text NOT NULL,
  distiller text NOT NULL,
  occurred_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id, key)
);
--> statement-breakpoint
CREATE INDEX observations_recent ON teamlore.observations (team_id, occurred_at DESC NULLS LAST, id DESC);
--> statement-breakpoint
CREATE INDEX observations_files ON teamlore.observations USING gin ((files_read || files_modified));
--> statement-breakpoint
CREATE INDEX observations_concepts ON teamlore.observations USING gin (concepts);
--> statement-breakpoint
CREATE TABLE teamlore.summaries (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  session_id text COLLATE "C" NOT NULL REFERENCES teamlore.sessions(id) ON DELETE CASCADE,
  project_id text COLLATE "C",
  private_to text COLLATE "C",
  prompt_id text COLLATE "C",
  prompt_number integer NOT NULL,
  request text NOT NULL,
  investigated text NOT NULL,
  learned text NOT NULL,
  completed text NOT NULL,
  next_steps text NOT NULL,
  notes text NOT NULL,
  distiller text NOT NULL,
  occurred_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (session_id, prompt_number)
);
--> statement-breakpoint
CREATE INDEX summaries_recent ON teamlore.summaries (team_id, occurred_at DESC NULLS LAST, id DESC);
--> statement-breakpoint
CREATE TABLE teamlore.documents (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C",
  session_id text COLLATE "C" REFERENCES teamlore.sessions(id) ON DELETE CASCADE,
  message_id text COLLATE "C",
  private_to text COLLATE "C",
  kind text NOT NULL CHECK (kind IN ('message','prompt','observation','summary','memory','entity','commit')),
  source_id text COLLATE "C" NOT NULL,
  chunk integer NOT NULL DEFAULT 0,
  type text,
  title text NOT NULL,
  body text NOT NULL,
  concepts text[] NOT NULL DEFAULT '{}',
  paths text[] NOT NULL DEFAULT '{}',
  tool text,
  git_branch text,
  author_id text COLLATE "C",
  origin text NOT NULL,
  status text NOT NULL DEFAULT 'current' CHECK (status IN ('current','superseded','rejected')),
  occurred_at timestamptz,
  -- Tokens it costs to open the source whole.
  tokens integer NOT NULL,
  -- Number of lexemes, for BM25's length normalisation.
  length integer NOT NULL,
  -- Built by the analyser in packages/core/src/search (docs/search.md), the same for documents and questions.
  tsv tsvector NOT NULL,
  content_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (source_id, chunk)
);
--> statement-breakpoint
CREATE INDEX documents_text ON teamlore.documents USING gin (tsv);
--> statement-breakpoint
CREATE INDEX documents_by_session ON teamlore.documents (session_id);
--> statement-breakpoint
CREATE INDEX documents_recent ON teamlore.documents (team_id, occurred_at DESC NULLS LAST, id DESC);
--> statement-breakpoint
CREATE INDEX documents_paths ON teamlore.documents USING gin (paths);
--> statement-breakpoint
CREATE TABLE teamlore.embedding_spaces (
  id text PRIMARY KEY,
  dimensions integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
-- Vectors stand apart from documents: a vector that arrives later must not rewrite the row and its text index entries,
-- and a second model gets rows (and a partial index) of its own while the first still answers.
CREATE TABLE teamlore.document_vectors (
  document_id text COLLATE "C" NOT NULL REFERENCES teamlore.documents(id) ON DELETE CASCADE,
  space text NOT NULL REFERENCES teamlore.embedding_spaces(id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL,
  content_hash text NOT NULL,
  embedding halfvec NOT NULL,
  PRIMARY KEY (document_id, space)
);
--> statement-breakpoint
CREATE TABLE teamlore.embedding_queue (
  document_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.documents(id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL,
  -- Smaller goes first: prompts and observations before tool output.
  priority smallint NOT NULL DEFAULT 5,
  queued_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX embedding_queue_order ON teamlore.embedding_queue (team_id, priority, queued_at);
--> statement-breakpoint
CREATE TABLE teamlore.lexeme_stats (
  team_id text COLLATE "C" NOT NULL,
  lexeme text COLLATE "C" NOT NULL,
  documents bigint NOT NULL,
  PRIMARY KEY (team_id, lexeme)
);
--> statement-breakpoint
CREATE TABLE teamlore.corpus_stats (
  team_id text COLLATE "C" PRIMARY KEY,
  documents bigint NOT NULL,
  total_length bigint NOT NULL,
  -- Documents up to this id are counted in lexeme_stats.
  counted_to text COLLATE "C" NOT NULL DEFAULT '',
  counted_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE teamlore.outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  type text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE TABLE teamlore.audit_events (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL,
  user_id text COLLATE "C",
  machine_id text COLLATE "C",
  action text NOT NULL,
  subject text,
  details jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now()
);
--> statement-breakpoint
CREATE INDEX audit_events_recent ON teamlore.audit_events (team_id, created_at DESC);
