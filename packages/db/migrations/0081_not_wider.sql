-- Nothing is read by more people than what it came from, whoever writes it: background work sees everything, so what it writes is
-- judged here once more. These come on top of the policies of the tables.
--> statement-breakpoint
CREATE POLICY messages_not_wider_insert ON teamlore.messages AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = messages.session_id AND (s.private_to IS NULL OR s.private_to = messages.private_to)));
--> statement-breakpoint
CREATE POLICY messages_not_wider_update ON teamlore.messages AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = messages.session_id AND (s.private_to IS NULL OR s.private_to = messages.private_to)));
--> statement-breakpoint
CREATE POLICY edits_not_wider_insert ON teamlore.edits AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = edits.session_id AND (s.private_to IS NULL OR s.private_to = edits.private_to)));
--> statement-breakpoint
CREATE POLICY edits_not_wider_update ON teamlore.edits AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = edits.session_id AND (s.private_to IS NULL OR s.private_to = edits.private_to)));
--> statement-breakpoint
CREATE POLICY observations_not_wider_insert ON teamlore.observations AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = observations.session_id AND (s.private_to IS NULL OR s.private_to = observations.private_to)));
--> statement-breakpoint
CREATE POLICY observations_not_wider_update ON teamlore.observations AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = observations.session_id AND (s.private_to IS NULL OR s.private_to = observations.private_to)));
--> statement-breakpoint
CREATE POLICY summaries_not_wider_insert ON teamlore.summaries AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = summaries.session_id AND (s.private_to IS NULL OR s.private_to = summaries.private_to)));
--> statement-breakpoint
CREATE POLICY summaries_not_wider_update ON teamlore.summaries AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = summaries.session_id AND (s.private_to IS NULL OR s.private_to = summaries.private_to)));
--> statement-breakpoint
CREATE POLICY memory_curations_not_wider_insert ON teamlore.memory_curations AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = memory_curations.session_id AND (s.private_to IS NULL OR s.private_to = memory_curations.private_to)));
--> statement-breakpoint
CREATE POLICY memory_curations_not_wider_update ON teamlore.memory_curations AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = memory_curations.session_id AND (s.private_to IS NULL OR s.private_to = memory_curations.private_to)));
--> statement-breakpoint
CREATE POLICY documents_not_wider_insert ON teamlore.documents AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (CASE kind
    WHEN 'memory' THEN EXISTS (SELECT FROM teamlore.memories x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'memory_file' THEN EXISTS (SELECT FROM teamlore.memory_files x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'commit' THEN EXISTS (SELECT FROM teamlore.commits x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    ELSE session_id IS NULL OR EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = documents.session_id AND (s.private_to IS NULL OR s.private_to = documents.private_to)) END);
--> statement-breakpoint
CREATE POLICY documents_not_wider_update ON teamlore.documents AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (CASE kind
    WHEN 'memory' THEN EXISTS (SELECT FROM teamlore.memories x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'memory_file' THEN EXISTS (SELECT FROM teamlore.memory_files x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'commit' THEN EXISTS (SELECT FROM teamlore.commits x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    ELSE session_id IS NULL OR EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = documents.session_id AND (s.private_to IS NULL OR s.private_to = documents.private_to)) END);
--> statement-breakpoint
CREATE POLICY memory_evidence_not_wider_insert ON teamlore.memory_evidence AS RESTRICTIVE FOR INSERT TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_evidence.memory_id AND m.private_to IS NOT DISTINCT FROM memory_evidence.private_to
      AND CASE WHEN memory_evidence.session_id IS NULL THEN true ELSE EXISTS (SELECT FROM teamlore.sessions s
        LEFT JOIN teamlore.projects p ON p.id = s.project_id AND p.is_restricted
        WHERE s.id = memory_evidence.session_id AND (s.private_to IS NULL OR s.private_to = m.private_to)
          AND (p.id IS NULL OR p.id = m.project_id OR m.private_to IS NOT NULL)) END));
--> statement-breakpoint
CREATE POLICY memory_evidence_not_wider_update ON teamlore.memory_evidence AS RESTRICTIVE FOR UPDATE TO teamlore_app
  WITH CHECK (EXISTS (SELECT FROM teamlore.memories m
    WHERE m.id = memory_evidence.memory_id AND m.private_to IS NOT DISTINCT FROM memory_evidence.private_to
      AND CASE WHEN memory_evidence.session_id IS NULL THEN true ELSE EXISTS (SELECT FROM teamlore.sessions s
        LEFT JOIN teamlore.projects p ON p.id = s.project_id AND p.is_restricted
        WHERE s.id = memory_evidence.session_id AND (s.private_to IS NULL OR s.private_to = m.private_to)
          AND (p.id IS NULL OR p.id = m.project_id OR m.private_to IS NOT NULL)) END));
