-- Numbers of what is on its way, in which private sessions are counted, are for who runs the machine and for who runs the team.
-- The use case asks for no others; from here on the database gives no others.
CREATE FUNCTION teamlore.overseen_machines() RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  me text := current_setting('app.user_id', true);
  all_of_them boolean := me = 'system' OR teamlore.manages_team();
BEGIN
  RETURN ARRAY(SELECT m.id FROM teamlore.machines m
    WHERE m.team_id = nullif(current_setting('app.team_id', true), '') AND (all_of_them OR m.user_id = me));
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.overseen_machines() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION teamlore.overseen_machines() TO teamlore_app;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_counts AS
  SELECT machine_id, tool, count(*) AS sessions,
    coalesce(sum(message_count), 0)::bigint AS messages,
    coalesce(sum(prompt_count), 0)::bigint AS prompts,
    count(*) FILTER (WHERE distilled = 'done') AS distilled,
    count(*) FILTER (WHERE distilled = 'pending') AS to_distil,
    count(*) FILTER (WHERE distilled = 'failed') AS distil_failed,
    max(updated_at) AS last_received_at
  FROM teamlore.sessions
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
  GROUP BY machine_id, tool;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_not_indexed AS
  WITH missing AS MATERIALIZED (
    SELECT m.id, m.documents, s.machine_id, s.tool
    FROM teamlore.sessions s JOIN teamlore.messages m ON m.session_id = s.id
    WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
      AND (m.documents > 0 OR m.documents IS NULL AND s.kind <> 'compaction'
        AND m.kind IN ('human', 'assistant', 'command') AND NOT m.is_abandoned)
      AND coalesce(m.documents, 1) > (SELECT count(*) FROM teamlore.documents d WHERE d.source_id = m.id)
  )
  SELECT x.machine_id, x.tool, count(*) AS messages
  FROM missing x JOIN teamlore.messages m ON m.id = x.id
  WHERE x.documents IS NOT NULL OR EXISTS (SELECT FROM jsonb_array_elements(m.blocks) b
    WHERE b->>'type' = 'text' AND b->>'text' ~ '[[:alnum:]]')
  GROUP BY x.machine_id, x.tool;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_to_embed AS
  SELECT s.machine_id, s.tool, count(*) AS documents
  FROM teamlore.embedding_queue q
  JOIN teamlore.documents d ON d.id = q.document_id
  JOIN teamlore.sessions s ON s.id = d.session_id
  WHERE q.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.team_id = q.team_id AND s.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
  GROUP BY s.machine_id, s.tool;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_memory_files AS
  WITH held AS (
    SELECT c.machine_id, count(*) AS files,
      count(*) FILTER (WHERE f.gone_at IS NULL AND (f.documents > 0 OR f.documents IS NULL AND f.text ~ '[[:alnum:]]')
        AND coalesce(f.documents, 1) > (SELECT count(*) FROM teamlore.documents d WHERE d.source_id = f.id)) AS not_indexed
    FROM teamlore.memory_file_copies c JOIN teamlore.memory_files f ON f.id = c.memory_file_id
    WHERE c.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND c.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
    GROUP BY c.machine_id
  )
  SELECT r.machine_id, max(r.received_at) AS last_received_at,
    coalesce(max(held.files), 0) AS files, coalesce(max(held.not_indexed), 0) AS not_indexed
  FROM teamlore.memory_file_reports r LEFT JOIN held ON held.machine_id = r.machine_id
  WHERE r.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND r.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
  GROUP BY r.machine_id;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_lost AS
  SELECT s.machine_id, s.tool, sum(s.message_count - held.messages)::bigint AS messages
  FROM teamlore.sessions s
  CROSS JOIN LATERAL (
    SELECT count(*) AS messages FROM teamlore.messages m WHERE m.session_id = s.id) held
  WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
    AND s.message_count > held.messages
  GROUP BY s.machine_id, s.tool;
--> statement-breakpoint
-- What waits for the worker tells people of what they may see alone: documents that wait are counted by themselves, and that
-- commits came in of a project whose work is private by default is for nobody to count.
ALTER POLICY outbox_team ON teamlore.outbox
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      WHEN payload->>'session_id' IS NOT NULL THEN EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = payload->>'session_id')
      WHEN payload->>'project_id' IS NOT NULL THEN EXISTS (SELECT FROM teamlore.projects p
        WHERE p.id = payload->>'project_id' AND p.default_visibility = 'team'
          AND CASE WHEN p.id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END)
      ELSE type <> 'documents.queued' END);
--> statement-breakpoint
-- A relation tells of both its memories.
ALTER POLICY memory_relations_team ON teamlore.memory_relations
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = from_id)
        AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = to_id) END);
--> statement-breakpoint
-- As in 0081: nothing is read by more people than what it came from, whoever writes it. These were missing there.
CREATE POLICY memory_versions_not_wider_insert ON teamlore.memory_versions AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_versions.memory_id AND (m.private_to IS NULL OR m.private_to = memory_versions.private_to)));
--> statement-breakpoint
CREATE POLICY memory_versions_not_wider_update ON teamlore.memory_versions AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_versions.memory_id AND (m.private_to IS NULL OR m.private_to = memory_versions.private_to)));
--> statement-breakpoint
CREATE POLICY memory_anchors_not_wider_insert ON teamlore.memory_anchors AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_anchors.memory_id AND (m.private_to IS NULL OR m.private_to = memory_anchors.private_to)));
--> statement-breakpoint
CREATE POLICY memory_anchors_not_wider_update ON teamlore.memory_anchors AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_anchors.memory_id AND (m.private_to IS NULL OR m.private_to = memory_anchors.private_to)));
--> statement-breakpoint
CREATE POLICY memory_signals_not_wider_insert ON teamlore.memory_signals AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_signals.memory_id AND (m.private_to IS NULL OR m.private_to = memory_signals.private_to)));
--> statement-breakpoint
CREATE POLICY memory_signals_not_wider_update ON teamlore.memory_signals AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_signals.memory_id AND (m.private_to IS NULL OR m.private_to = memory_signals.private_to)));
--> statement-breakpoint
CREATE POLICY memory_relations_not_wider_insert ON teamlore.memory_relations AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (NOT EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id IN (memory_relations.from_id, memory_relations.to_id)
      AND m.private_to IS NOT NULL AND memory_relations.private_to IS NULL));
--> statement-breakpoint
CREATE POLICY memory_relations_not_wider_update ON teamlore.memory_relations AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (NOT EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id IN (memory_relations.from_id, memory_relations.to_id)
      AND m.private_to IS NOT NULL AND memory_relations.private_to IS NULL));
--> statement-breakpoint
CREATE POLICY model_answers_not_wider_insert ON teamlore.model_answers AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = model_answers.session_id AND (s.private_to IS NULL OR s.private_to = model_answers.private_to)));
--> statement-breakpoint
CREATE POLICY model_answers_not_wider_update ON teamlore.model_answers AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = model_answers.session_id AND (s.private_to IS NULL OR s.private_to = model_answers.private_to)));
--> statement-breakpoint
-- A memory is not opened, nor taken to another project, past the sessions that it rests on. A function, because the policies of
-- evidence ask for its memory.
CREATE FUNCTION teamlore.rests_on_narrower(memory text, project text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN EXISTS (SELECT FROM teamlore.memory_evidence e
    JOIN teamlore.sessions s ON s.id = e.session_id
    LEFT JOIN teamlore.projects p ON p.id = s.project_id AND p.is_restricted
    WHERE e.memory_id = memory AND e.team_id = nullif(current_setting('app.team_id', true), '')
      AND (s.private_to IS NOT NULL OR p.id <> coalesce(project, '')));
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.rests_on_narrower(text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION teamlore.rests_on_narrower(text, text) TO teamlore_app;
--> statement-breakpoint
CREATE POLICY memories_not_wider_update ON teamlore.memories AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (CASE WHEN private_to IS NOT NULL THEN true ELSE NOT teamlore.rests_on_narrower(id, project_id) END);
--> statement-breakpoint
-- The index knows who may read by the project, so what is of a restricted one stays of it. Where a team restricts none, no row is
-- asked about it.
CREATE POLICY documents_of_their_project_insert ON teamlore.documents AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (CASE WHEN private_to IS NOT NULL OR NOT (SELECT EXISTS (SELECT FROM teamlore.projects p WHERE p.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND p.is_restricted)) THEN true
    WHEN kind = 'memory' THEN NOT EXISTS (SELECT FROM teamlore.memories x JOIN teamlore.projects p ON p.id = x.project_id
      WHERE x.id = documents.source_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id)
    WHEN kind = 'memory_file' THEN NOT EXISTS (SELECT FROM teamlore.memory_files x JOIN teamlore.projects p ON p.id = x.project_id
      WHERE x.id = documents.source_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id)
    WHEN kind = 'commit' THEN NOT EXISTS (SELECT FROM teamlore.commits x JOIN teamlore.projects p ON p.id = x.project_id
      WHERE x.id = documents.source_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id)
    ELSE NOT EXISTS (SELECT FROM teamlore.sessions s JOIN teamlore.projects p ON p.id = s.project_id
      WHERE s.id = documents.session_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id) END);
--> statement-breakpoint
CREATE POLICY documents_of_their_project_update ON teamlore.documents AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (CASE WHEN private_to IS NOT NULL OR NOT (SELECT EXISTS (SELECT FROM teamlore.projects p WHERE p.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND p.is_restricted)) THEN true
    WHEN kind = 'memory' THEN NOT EXISTS (SELECT FROM teamlore.memories x JOIN teamlore.projects p ON p.id = x.project_id
      WHERE x.id = documents.source_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id)
    WHEN kind = 'memory_file' THEN NOT EXISTS (SELECT FROM teamlore.memory_files x JOIN teamlore.projects p ON p.id = x.project_id
      WHERE x.id = documents.source_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id)
    WHEN kind = 'commit' THEN NOT EXISTS (SELECT FROM teamlore.commits x JOIN teamlore.projects p ON p.id = x.project_id
      WHERE x.id = documents.source_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id)
    ELSE NOT EXISTS (SELECT FROM teamlore.sessions s JOIN teamlore.projects p ON p.id = s.project_id
      WHERE s.id = documents.session_id AND p.is_restricted AND p.id IS DISTINCT FROM documents.project_id) END);
--> statement-breakpoint
-- Who may read something is for people to say. Background work, which reads everything, changes it of nothing that is private, and
-- takes nothing out of a restricted project.
CREATE FUNCTION teamlore.keep_readers() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  IF current_setting('app.user_id', true) = 'system' AND (
    OLD.private_to IS NOT NULL AND NEW.private_to IS DISTINCT FROM OLD.private_to
    OR OLD.project_id IS DISTINCT FROM NEW.project_id
      AND EXISTS (SELECT FROM teamlore.projects p WHERE p.id = OLD.project_id AND p.is_restricted))
  THEN RAISE insufficient_privilege USING MESSAGE = 'Background work may not change who reads this.'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.keep_readers() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER sessions_keep_readers BEFORE UPDATE OF private_to, project_id ON teamlore.sessions FOR EACH ROW
  WHEN (OLD.private_to IS DISTINCT FROM NEW.private_to OR OLD.project_id IS DISTINCT FROM NEW.project_id)
  EXECUTE FUNCTION teamlore.keep_readers();
--> statement-breakpoint
CREATE TRIGGER memories_keep_readers BEFORE UPDATE OF private_to, project_id ON teamlore.memories FOR EACH ROW
  WHEN (OLD.private_to IS DISTINCT FROM NEW.private_to OR OLD.project_id IS DISTINCT FROM NEW.project_id)
  EXECUTE FUNCTION teamlore.keep_readers();
--> statement-breakpoint
CREATE TRIGGER memory_files_keep_readers BEFORE UPDATE OF private_to, project_id ON teamlore.memory_files FOR EACH ROW
  WHEN (OLD.private_to IS DISTINCT FROM NEW.private_to OR OLD.project_id IS DISTINCT FROM NEW.project_id)
  EXECUTE FUNCTION teamlore.keep_readers();
--> statement-breakpoint
CREATE TRIGGER commits_keep_readers BEFORE UPDATE OF private_to, project_id ON teamlore.commits FOR EACH ROW
  WHEN (OLD.private_to IS DISTINCT FROM NEW.private_to OR OLD.project_id IS DISTINCT FROM NEW.project_id)
  EXECUTE FUNCTION teamlore.keep_readers();
--> statement-breakpoint
CREATE TRIGGER code_graphs_keep_readers BEFORE UPDATE OF private_to, project_id ON teamlore.code_graphs FOR EACH ROW
  WHEN (OLD.private_to IS DISTINCT FROM NEW.private_to OR OLD.project_id IS DISTINCT FROM NEW.project_id)
  EXECUTE FUNCTION teamlore.keep_readers();
