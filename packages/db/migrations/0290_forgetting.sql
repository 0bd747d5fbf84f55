-- What people want forgotten. It is hidden at once, undone until its time, then purged; what stays of it is this row, which says who,
-- what and how much, and hashes that keep it from coming back.
CREATE TABLE teamlore.deletions (
  id text COLLATE "C" PRIMARY KEY,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('session','message','memory','project','mine','person')),
  -- Id of what it was asked of; a project's or a person's for many sessions at once.
  subject text COLLATE "C" NOT NULL,
  -- Whose it was, where it was one person's.
  owner_id text COLLATE "C",
  requested_by text COLLATE "C" NOT NULL,
  counts jsonb NOT NULL,
  -- What an undo puts back that stands in rows which stay; empty once it is purged.
  kept jsonb NOT NULL DEFAULT '{}',
  hidden_at timestamptz NOT NULL,
  -- When hashes of all that it hides had been written.
  remembered_at timestamptz,
  purge_after timestamptz NOT NULL,
  purged_at timestamptz,
  undone_at timestamptz,
  undone_by text COLLATE "C"
);
--> statement-breakpoint
CREATE INDEX deletions_recent ON teamlore.deletions (team_id, hidden_at DESC, id DESC);
--> statement-breakpoint
CREATE INDEX deletions_due ON teamlore.deletions (purge_after) WHERE purged_at IS NULL AND undone_at IS NULL;
--> statement-breakpoint
-- Ids of what is hidden until it is purged: sessions, messages with their edits, and memories. A policy of every table that holds
-- their content asks here, so that no reading passes it, background work included.
CREATE TABLE teamlore.hidden_records (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  id text COLLATE "C" NOT NULL,
  deletion_id text COLLATE "C" NOT NULL REFERENCES teamlore.deletions (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('session','message','edit','memory')),
  PRIMARY KEY (team_id, id, deletion_id)
);
--> statement-breakpoint
CREATE INDEX hidden_records_of ON teamlore.hidden_records (deletion_id, kind, id);
--> statement-breakpoint
-- Hashes alone: of ids, which are answered as gone; of names and keys that tools gave, and of words with their time, which are not taken in again.
CREATE TABLE teamlore.tombstones (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  hash text COLLATE "C" NOT NULL,
  deletion_id text COLLATE "C" NOT NULL REFERENCES teamlore.deletions (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('id','session','message','words','memory')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team_id, hash, deletion_id)
);
--> statement-breakpoint
CREATE INDEX tombstones_of ON teamlore.tombstones (deletion_id);
--> statement-breakpoint
-- How much of what a memory rested on was forgotten; the memory says so.
CREATE TABLE teamlore.forgotten_evidence (
  team_id text COLLATE "C" NOT NULL,
  memory_id text COLLATE "C" NOT NULL REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  deletion_id text COLLATE "C" NOT NULL REFERENCES teamlore.deletions (id) ON DELETE CASCADE,
  pieces integer NOT NULL,
  forgotten_at timestamptz NOT NULL,
  PRIMARY KEY (memory_id, deletion_id)
);
--> statement-breakpoint
CREATE TABLE teamlore.forgetting_settings (
  team_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  delay_hours integer NOT NULL CHECK (delay_hours BETWEEN 0 AND 720),
  updated_at timestamptz NOT NULL
);
--> statement-breakpoint
ALTER TABLE teamlore.deletions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.hidden_records ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.tombstones ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.forgotten_evidence ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
ALTER TABLE teamlore.forgetting_settings ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY hidden_records_team ON teamlore.hidden_records TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY tombstones_team ON teamlore.tombstones TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY forgetting_settings_team ON teamlore.forgetting_settings TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- A receipt is for who asked, for whose it was, and for admins, whose it says only ids and numbers to.
CREATE POLICY deletions_team ON teamlore.deletions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE (SELECT teamlore.person()) IN (requested_by, owner_id) OR (SELECT teamlore.manages_team()) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
CREATE POLICY forgotten_evidence_team ON teamlore.forgotten_evidence TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = forgotten_evidence.memory_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.deletions, teamlore.forgetting_settings TO teamlore_app;
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON teamlore.hidden_records, teamlore.tombstones, teamlore.forgotten_evidence TO teamlore_app;
--> statement-breakpoint
-- Asked once a statement whether anything is hidden in the team at all: where nothing is, no row is asked about it.
CREATE POLICY sessions_hidden ON teamlore.sessions AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = sessions.id) END);
--> statement-breakpoint
CREATE POLICY messages_hidden ON teamlore.messages AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = messages.session_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = messages.id) END);
--> statement-breakpoint
CREATE POLICY edits_hidden ON teamlore.edits AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = edits.session_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = edits.id) END);
--> statement-breakpoint
CREATE POLICY observations_hidden ON teamlore.observations AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = observations.session_id) END);
--> statement-breakpoint
CREATE POLICY summaries_hidden ON teamlore.summaries AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = summaries.session_id) END);
--> statement-breakpoint
CREATE POLICY documents_hidden ON teamlore.documents AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = documents.session_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = documents.source_id) END);
--> statement-breakpoint
CREATE POLICY model_answers_hidden ON teamlore.model_answers AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = model_answers.session_id) END);
--> statement-breakpoint
CREATE POLICY memory_curations_hidden ON teamlore.memory_curations AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_curations.session_id) END);
--> statement-breakpoint
CREATE POLICY session_links_hidden ON teamlore.session_links AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = session_links.session_id) END);
--> statement-breakpoint
CREATE POLICY session_notes_hidden ON teamlore.session_notes AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = session_notes.session_id) END);
--> statement-breakpoint
CREATE POLICY session_reads_hidden ON teamlore.session_reads AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = session_reads.session_id) END);
--> statement-breakpoint
CREATE POLICY session_git_hidden ON teamlore.session_git AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = session_git.session_id) END);
--> statement-breakpoint
CREATE POLICY edit_lines_hidden ON teamlore.edit_lines AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = edit_lines.session_id) END);
--> statement-breakpoint
CREATE POLICY handovers_hidden ON teamlore.handovers AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = handovers.session_id) END);
--> statement-breakpoint
CREATE POLICY distil_leases_hidden ON teamlore.distil_leases AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = distil_leases.session_id) END);
--> statement-breakpoint
CREATE POLICY distillations_hidden ON teamlore.distillations AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = distillations.session_id) END);
--> statement-breakpoint
CREATE POLICY memories_hidden ON teamlore.memories AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memories.id) END);
--> statement-breakpoint
CREATE POLICY memory_versions_hidden ON teamlore.memory_versions AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_versions.memory_id) END);
--> statement-breakpoint
CREATE POLICY memory_anchors_hidden ON teamlore.memory_anchors AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_anchors.memory_id) END);
--> statement-breakpoint
CREATE POLICY memory_evidence_hidden ON teamlore.memory_evidence AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_evidence.memory_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_evidence.session_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_evidence.ref) END);
--> statement-breakpoint
CREATE POLICY memory_signals_hidden ON teamlore.memory_signals AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_signals.memory_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_signals.session_id) END);
--> statement-breakpoint
CREATE POLICY memory_relations_hidden ON teamlore.memory_relations AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_relations.from_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_relations.to_id) END);
--> statement-breakpoint
CREATE POLICY forgotten_evidence_hidden ON teamlore.forgotten_evidence AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = forgotten_evidence.memory_id) END);
--> statement-breakpoint
-- A decision keeps how the memories it touched stood before.
CREATE POLICY memory_actions_hidden ON teamlore.memory_actions AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h
      WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.kind = 'memory'
        AND strpos(memory_actions.before::text, h.id) > 0) END);
--> statement-breakpoint
-- Background work asks no document of these, so it has to here. Not when they are written: that is in the statement of their document.
CREATE POLICY document_vectors_hidden ON teamlore.document_vectors AS RESTRICTIVE FOR SELECT TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE EXISTS (SELECT FROM teamlore.documents d WHERE d.id = document_vectors.document_id) END);
--> statement-breakpoint
CREATE POLICY embedding_queue_hidden ON teamlore.embedding_queue AS RESTRICTIVE FOR SELECT TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE EXISTS (SELECT FROM teamlore.documents d WHERE d.id = embedding_queue.document_id) END);
--> statement-breakpoint
-- As its policy, for searching: see 0002.
CREATE OR REPLACE VIEW teamlore.team_documents AS
  SELECT id, team_id, project_id, session_id, message_id, private_to, kind, source_id, chunk, type, title, body, concepts, paths, tool,
    git_branch, author_id, origin, status, occurred_at, tokens, length, tsv, content_hash, created_at, roles
  FROM teamlore.documents
  WHERE CASE WHEN team_id = (SELECT nullif(current_setting('app.team_id', true), '')) THEN true ELSE false END
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
        THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true))
      WHEN roles IS NULL THEN true
      ELSE (SELECT current_setting('app.user_id', true)) = 'system' OR (SELECT current_setting('app.role', true)) = ANY (roles) END
    AND CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = documents.session_id)
      AND NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = documents.source_id) END;
