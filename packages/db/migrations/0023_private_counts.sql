-- What waits to be embedded, its vectors and what waits for the worker are seen by who may see what they stand for: a vector
-- tells of its text, and a number of private sessions. These say whether something is private to another than the asker. They
-- are of the tables' owner, who sees all rows; what was written a moment ago, and is seen by nobody yet, hides nothing.
CREATE FUNCTION teamlore.is_hidden_document(id text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT EXISTS (SELECT FROM teamlore.documents d
    WHERE d.id = $1 AND d.private_to <> current_setting('app.user_id', true))
$$;
--> statement-breakpoint
CREATE FUNCTION teamlore.is_hidden_session(id text) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
  SELECT EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = $1 AND s.private_to <> current_setting('app.user_id', true))
$$;
--> statement-breakpoint
DROP POLICY embedding_queue_team ON teamlore.embedding_queue;
--> statement-breakpoint
CREATE POLICY embedding_queue_team ON teamlore.embedding_queue TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND ((SELECT current_setting('app.user_id', true)) = 'system' OR NOT teamlore.is_hidden_document(document_id)))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY document_vectors_team ON teamlore.document_vectors;
--> statement-breakpoint
CREATE POLICY document_vectors_team ON teamlore.document_vectors TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND ((SELECT current_setting('app.user_id', true)) = 'system' OR NOT teamlore.is_hidden_document(document_id)))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY outbox_team ON teamlore.outbox;
--> statement-breakpoint
CREATE POLICY outbox_team ON teamlore.outbox TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND ((SELECT current_setting('app.user_id', true)) = 'system' OR payload->>'session_id' IS NULL
      OR NOT teamlore.is_hidden_session(payload->>'session_id')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
