-- Memories: what a team knows of its code, each a statement with its reason, its evidence and its history.
CREATE TABLE teamlore.memories (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  -- Null: the whole team may read it. What came out of a private session is its owner's.
  private_to text COLLATE "C",
  kind text NOT NULL CHECK (kind IN ('decision','invariant','gotcha','graveyard','convention')),
  status text NOT NULL CHECK (status IN ('draft','active','rejected','superseded','archived')),
  statement text NOT NULL,
  reason text NOT NULL,
  rejected jsonb NOT NULL,
  -- What it is about, so that two of them can be compared: subject, attribute, scope, value, replaces.
  slots jsonb NOT NULL,
  origin text NOT NULL CHECK (origin IN ('human','agent','tool','web','import')),
  -- Before decay, which depends on the day it is asked.
  confidence real NOT NULL,
  confidence_parts jsonb NOT NULL,
  author_id text COLLATE "C",
  assignee_id text COLLATE "C",
  version integer NOT NULL,
  -- When it holds, and when that was learned.
  valid_from timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  confirmed_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  -- What took its place. An id that was ever answered stays, and names it.
  successor_id text COLLATE "C" REFERENCES teamlore.memories (id) ON DELETE SET NULL,
  stale_since timestamptz,
  stale_reason text,
  reviewed_by text COLLATE "C",
  reviewed_at timestamptz,
  review_reason text,
  documents integer
);
--> statement-breakpoint
CREATE INDEX memories_recent ON teamlore.memories (team_id, recorded_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX memories_by_project ON teamlore.memories (team_id, project_id, status);
--> statement-breakpoint
CREATE INDEX memories_by_successor ON teamlore.memories (successor_id) WHERE successor_id IS NOT NULL;
--> statement-breakpoint
-- Every state a memory ever had; a row is closed by the next one and never changed otherwise.
CREATE TABLE teamlore.memory_versions (
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  version integer NOT NULL,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  kind text NOT NULL,
  status text NOT NULL,
  statement text NOT NULL,
  reason text NOT NULL,
  rejected jsonb NOT NULL,
  slots jsonb NOT NULL,
  valid_from timestamptz NOT NULL,
  valid_to timestamptz,
  recorded_at timestamptz NOT NULL,
  -- Null: background work.
  recorded_by text COLLATE "C",
  change text NOT NULL,
  note text,
  PRIMARY KEY (memory_id, version)
);
--> statement-breakpoint
CREATE TABLE teamlore.memory_anchors (
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  position integer NOT NULL,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  path text COLLATE "C" NOT NULL,
  symbol text,
  start_line integer,
  end_line integer,
  content_hash text,
  state text NOT NULL CHECK (state IN ('fresh','dirty','broken','unknown')),
  -- Taken from what its evidence session touched; nobody named it.
  is_inherited boolean NOT NULL,
  PRIMARY KEY (memory_id, position)
);
--> statement-breakpoint
CREATE INDEX memory_anchors_by_path ON teamlore.memory_anchors (team_id, path);
--> statement-breakpoint
-- Appended to, never rewritten.
CREATE TABLE teamlore.memory_evidence (
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  position integer NOT NULL,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  kind text NOT NULL CHECK (kind IN ('message','session','commit','document')),
  ref text COLLATE "C" NOT NULL,
  session_id text COLLATE "C",
  quote text NOT NULL,
  origin text NOT NULL,
  user_id text COLLATE "C",
  machine_id text COLLATE "C",
  occurred_at timestamptz,
  recorded_at timestamptz NOT NULL,
  PRIMARY KEY (memory_id, position)
);
--> statement-breakpoint
CREATE INDEX memory_evidence_by_ref ON teamlore.memory_evidence (team_id, ref);
--> statement-breakpoint
-- From the newer to the older one.
CREATE TABLE teamlore.memory_relations (
  from_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  to_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('supersedes','amends','contradicts','duplicates','relates')),
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  -- `proposed`: a person decides.
  status text NOT NULL CHECK (status IN ('held','proposed','dismissed')),
  confidence real NOT NULL,
  reason text NOT NULL,
  created_by text COLLATE "C",
  created_at timestamptz NOT NULL,
  PRIMARY KEY (from_id, to_id, type)
);
--> statement-breakpoint
CREATE INDEX memory_relations_by_older ON teamlore.memory_relations (to_id);
--> statement-breakpoint
-- What happened that bears on trust in a memory; once from each source. Being shown is none of it.
CREATE TABLE teamlore.memory_signals (
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('confirmed','approved','contradicted','corrected','test_failed','reverted','change_rejected')),
  -- A person, machine, session, commit or pull request: the same again says nothing new.
  source text COLLATE "C" NOT NULL,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  private_to text COLLATE "C",
  user_id text COLLATE "C",
  machine_id text COLLATE "C",
  session_id text COLLATE "C",
  note text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (memory_id, type, source)
);
--> statement-breakpoint
ALTER TABLE teamlore.memories ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memories_team ON teamlore.memories TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_versions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_versions_team ON teamlore.memory_versions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_anchors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_anchors_team ON teamlore.memory_anchors TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_evidence ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_evidence_team ON teamlore.memory_evidence TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_relations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_relations_team ON teamlore.memory_relations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memory_signals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memory_signals_team ON teamlore.memory_signals TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.memories, teamlore.memory_versions, teamlore.memory_anchors, teamlore.memory_evidence, teamlore.memory_relations, teamlore.memory_signals TO teamlore_app;
