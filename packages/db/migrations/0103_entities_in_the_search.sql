-- Entities of lorebooks are documents of the one search. What of one a role may see is a document of its own where roles see it
-- differently, so that neither a text nor a vector of it tells more.
ALTER TABLE teamlore.entities ADD COLUMN id text COLLATE "C", ADD COLUMN documents integer, ADD COLUMN document_hash text COLLATE "C";
--> statement-breakpoint
-- What came in before this has none until its book is ingested again.
CREATE UNIQUE INDEX entities_id ON teamlore.entities (id);
--> statement-breakpoint
-- Roles that a document is for, the least first; null: for all of them.
ALTER TABLE teamlore.documents ADD COLUMN roles text[];
--> statement-breakpoint
-- The asker's role and those below it; of a way in that names none, none.
CREATE FUNCTION teamlore.roles_below() RETURNS text[]
LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT CASE current_setting('app.role', true) WHEN 'owner' THEN '{viewer,member,admin,owner}'::text[] WHEN 'admin' THEN '{viewer,member,admin}'
    WHEN 'member' THEN '{viewer,member}' WHEN 'viewer' THEN '{viewer}' ELSE '{}' END
$$;
--> statement-breakpoint
-- Who may see what a role sees may write what that role reads; a search shows each the documents of their own role alone.
ALTER POLICY documents_team ON teamlore.documents
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true))
      WHEN roles IS NULL THEN true
      ELSE (SELECT current_setting('app.user_id', true)) = 'system' OR roles && (SELECT teamlore.roles_below()) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true))
      WHEN roles IS NULL THEN true
      ELSE (SELECT current_setting('app.user_id', true)) = 'system' OR roles && (SELECT teamlore.roles_below()) END);
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_documents AS
  SELECT * FROM teamlore.documents
  WHERE CASE WHEN team_id = (SELECT nullif(current_setting('app.team_id', true), '')) THEN true ELSE false END
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true))
      WHEN roles IS NULL THEN true
      ELSE (SELECT current_setting('app.user_id', true)) = 'system' OR (SELECT current_setting('app.role', true)) = ANY (roles) END;
--> statement-breakpoint
ALTER POLICY documents_not_wider_insert ON teamlore.documents
  WITH CHECK (CASE kind
    WHEN 'memory' THEN EXISTS (SELECT FROM teamlore.memories x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'memory_file' THEN EXISTS (SELECT FROM teamlore.memory_files x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'commit' THEN EXISTS (SELECT FROM teamlore.commits x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'entity' THEN EXISTS (SELECT FROM teamlore.entities x WHERE x.id = documents.source_id)
    ELSE session_id IS NULL OR EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = documents.session_id AND (s.private_to IS NULL OR s.private_to = documents.private_to)) END);
--> statement-breakpoint
ALTER POLICY documents_not_wider_update ON teamlore.documents
  WITH CHECK (CASE kind
    WHEN 'memory' THEN EXISTS (SELECT FROM teamlore.memories x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'memory_file' THEN EXISTS (SELECT FROM teamlore.memory_files x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'commit' THEN EXISTS (SELECT FROM teamlore.commits x
      WHERE x.id = documents.source_id AND (x.private_to IS NULL OR x.private_to = documents.private_to))
    WHEN 'entity' THEN EXISTS (SELECT FROM teamlore.entities x WHERE x.id = documents.source_id)
    ELSE session_id IS NULL OR EXISTS (SELECT FROM teamlore.sessions s
    WHERE s.id = documents.session_id AND (s.private_to IS NULL OR s.private_to = documents.private_to)) END);
--> statement-breakpoint
-- Words of what is for some roles alone are counted apart, too, under the names of those roles in the place of a person's.
ALTER POLICY lexeme_stats_team ON teamlore.lexeme_stats
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'roles\_%' AND (SELECT current_setting('app.role', true)) = ANY (string_to_array(private_to, '_'))
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'roles\_%' AND (SELECT current_setting('app.role', true)) = ANY (string_to_array(private_to, '_'))
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END));
--> statement-breakpoint
ALTER POLICY corpus_stats_team ON teamlore.corpus_stats
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'roles\_%' AND (SELECT current_setting('app.role', true)) = ANY (string_to_array(private_to, '_'))
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'roles\_%' AND (SELECT current_setting('app.role', true)) = ANY (string_to_array(private_to, '_'))
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END));
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_lexeme_stats AS
  SELECT * FROM teamlore.lexeme_stats
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'roles\_%' AND (SELECT current_setting('app.role', true)) = ANY (string_to_array(private_to, '_'))
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END);
