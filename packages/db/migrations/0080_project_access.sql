-- A project may be for some members only. A restricted project without the asker on its list is *closed* to them: nothing of it
-- is theirs to read, by whatever way. Asked once per statement, not per row; for the worker nothing is closed.
ALTER TABLE teamlore.projects ADD COLUMN is_restricted boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Each folder of the repository is a project of its own; what came in before stays where it is.
ALTER TABLE teamlore.projects ADD COLUMN keeps_worktrees_apart boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX projects_restricted ON teamlore.projects (team_id) WHERE is_restricted;
--> statement-breakpoint
CREATE TABLE teamlore.project_access (
  team_id text COLLATE "C" NOT NULL,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  user_id text COLLATE "C" NOT NULL,
  granted_by text COLLATE "C" NOT NULL,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (project_id, user_id),
  -- Ends with the membership.
  FOREIGN KEY (team_id, user_id) REFERENCES teamlore.memberships (team_id, user_id) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX project_access_of_user ON teamlore.project_access (team_id, user_id);
--> statement-breakpoint
ALTER TABLE teamlore.project_access ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE FUNCTION teamlore.closed_projects() RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  me text := current_setting('app.user_id', true);
BEGIN
  IF me = 'system' THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT p.id FROM teamlore.projects p
    WHERE p.team_id = nullif(current_setting('app.team_id', true), '') AND p.is_restricted
      AND NOT EXISTS (SELECT FROM teamlore.project_access a WHERE a.project_id = p.id AND a.user_id = me));
END $$;
--> statement-breakpoint
-- Whether the asker decides who sees a project. It gives them the project's name and its list, nothing that stands in it.
CREATE FUNCTION teamlore.manages_team() RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN EXISTS (SELECT FROM teamlore.memberships m
    WHERE m.team_id = nullif(current_setting('app.team_id', true), '')
      AND m.user_id = current_setting('app.user_id', true) AND m.role IN ('admin', 'owner'));
END $$;
--> statement-breakpoint
-- What is captured of a repository goes to its project whoever captures it, so these find a closed one too: for who can name
-- the repository, and with no more than its id. To somebody outside it is private by default, so what they capture there
-- stays their own.
CREATE FUNCTION teamlore.project_by_identity(wanted text)
RETURNS TABLE (id text, identity text, root_commit text, default_visibility text, keeps_worktrees_apart boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  closed text[] := teamlore.closed_projects();
BEGIN
  RETURN QUERY SELECT p.id, p.identity, p.root_commit,
    CASE WHEN p.id = ANY (closed) THEN 'private' ELSE p.default_visibility END, p.keeps_worktrees_apart
  FROM teamlore.projects p
  WHERE p.team_id = nullif(current_setting('app.team_id', true), '') AND p.identity = wanted;
END $$;
--> statement-breakpoint
CREATE FUNCTION teamlore.projects_by_root(wanted text)
RETURNS TABLE (id text, identity text, root_commit text, default_visibility text, keeps_worktrees_apart boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  closed text[] := teamlore.closed_projects();
BEGIN
  -- A folder kept apart is no fork.
  RETURN QUERY SELECT p.id, p.identity, p.root_commit,
    CASE WHEN p.id = ANY (closed) THEN 'private' ELSE p.default_visibility END, p.keeps_worktrees_apart
  FROM teamlore.projects p
  WHERE p.team_id = nullif(current_setting('app.team_id', true), '') AND p.root_commit = wanted
    AND p.identity NOT LIKE 'folder:%'
  ORDER BY p.id LIMIT 2;
END $$;
--> statement-breakpoint
-- Where a machine of the asker keeps a project.
CREATE FUNCTION teamlore.project_in_folder(folder text)
RETURNS TABLE (id text, identity text, root_commit text, default_visibility text, keeps_worktrees_apart boolean)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  closed text[] := teamlore.closed_projects();
BEGIN
  RETURN QUERY SELECT p.id, p.identity, p.root_commit,
    CASE WHEN p.id = ANY (closed) THEN 'private' ELSE p.default_visibility END, p.keeps_worktrees_apart
  FROM teamlore.project_paths k
  JOIN teamlore.machines m ON m.team_id = k.team_id AND m.id = k.machine_id
  JOIN teamlore.projects p ON p.team_id = k.team_id AND p.id = k.project_id
  WHERE k.team_id = nullif(current_setting('app.team_id', true), '')
    AND m.user_id = current_setting('app.user_id', true)
    AND (k.root_path = folder OR ((p.remote_url IS NOT NULL OR p.root_commit IS NOT NULL)
      AND (starts_with(folder, k.root_path || '/') OR starts_with(folder, k.root_path || '\'))))
  ORDER BY length(k.root_path) DESC, k.machine_id LIMIT 1;
END $$;
--> statement-breakpoint
-- Who may hear of a session of a restricted project; null: everybody who may hear of the team.
CREATE FUNCTION teamlore.listeners_of(session text) RETURNS text[]
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
  held record;
BEGIN
  SELECT s.user_id, p.id AS project_id INTO held
    FROM teamlore.sessions s JOIN teamlore.projects p ON p.id = s.project_id AND p.is_restricted
    WHERE s.id = session AND s.team_id = nullif(current_setting('app.team_id', true), '');
  IF NOT FOUND THEN RETURN NULL; END IF;
  RETURN ARRAY(SELECT held.user_id UNION
    SELECT a.user_id FROM teamlore.project_access a WHERE a.project_id = held.project_id);
END $$;
--> statement-breakpoint
-- A folder that its repository keeps apart is seen by who sees the repository, whoever works there first.
CREATE FUNCTION teamlore.add_project_folder(parent text, folder text, folder_identity text, folder_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO teamlore.projects (id, team_id, identity, name, default_visibility, is_restricted)
    SELECT folder, p.team_id, folder_identity, left(p.name || ' (' || folder_name || ')', 200), p.default_visibility, p.is_restricted
    FROM teamlore.projects p
    WHERE p.id = parent AND p.team_id = nullif(current_setting('app.team_id', true), '')
      AND p.keeps_worktrees_apart AND starts_with(folder_identity, 'folder:' || parent || ':')
    ON CONFLICT (team_id, identity) DO NOTHING;
  INSERT INTO teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
    SELECT a.team_id, folder, a.user_id, a.granted_by, a.granted_at
    FROM teamlore.project_access a JOIN teamlore.projects p ON p.id = folder AND p.team_id = a.team_id
    WHERE a.project_id = parent AND a.team_id = nullif(current_setting('app.team_id', true), '')
    ON CONFLICT DO NOTHING;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.add_project_folder(text, text, text, text), teamlore.closed_projects(), teamlore.manages_team(), teamlore.project_by_identity(text), teamlore.projects_by_root(text),
  teamlore.project_in_folder(text), teamlore.listeners_of(text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION teamlore.add_project_folder(text, text, text, text), teamlore.closed_projects(), teamlore.manages_team(), teamlore.project_by_identity(text), teamlore.projects_by_root(text),
  teamlore.project_in_folder(text), teamlore.listeners_of(text) TO teamlore_app;
--> statement-breakpoint
CREATE POLICY project_access_team ON teamlore.project_access FOR SELECT TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END);
--> statement-breakpoint
CREATE POLICY project_access_grant ON teamlore.project_access FOR INSERT TO teamlore_app
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND (SELECT teamlore.manages_team()));
--> statement-breakpoint
CREATE POLICY project_access_revoke ON teamlore.project_access FOR DELETE TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND (SELECT teamlore.manages_team()));
--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON teamlore.project_access TO teamlore_app;
--> statement-breakpoint
-- A CASE, as in 0020: an array nobody knows yet would be taken to rule out nearly all rows of a team with few projects.
--> statement-breakpoint
DROP POLICY projects_team ON teamlore.projects;
--> statement-breakpoint
CREATE POLICY projects_team ON teamlore.projects TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY project_paths_team ON teamlore.project_paths;
--> statement-breakpoint
CREATE POLICY project_paths_team ON teamlore.project_paths TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN EXISTS (SELECT FROM teamlore.machines m WHERE m.id = machine_id AND m.user_id = (SELECT current_setting('app.user_id', true))) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- Who wrote a session reads and continues it, whatever became of the project.
--> statement-breakpoint
DROP POLICY sessions_team ON teamlore.sessions;
--> statement-breakpoint
CREATE POLICY sessions_team ON teamlore.sessions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN user_id = (SELECT current_setting('app.user_id', true)) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN user_id = (SELECT current_setting('app.user_id', true)) ELSE true END);
--> statement-breakpoint
-- Who may see the session may see what came of it. Where nothing is closed to the asker, no row is asked about it.
--> statement-breakpoint
DROP POLICY messages_team ON teamlore.messages;
--> statement-breakpoint
CREATE POLICY messages_team ON teamlore.messages TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = messages.session_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY edits_team ON teamlore.edits;
--> statement-breakpoint
CREATE POLICY edits_team ON teamlore.edits TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = edits.session_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY observations_team ON teamlore.observations;
--> statement-breakpoint
CREATE POLICY observations_team ON teamlore.observations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = observations.session_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY summaries_team ON teamlore.summaries;
--> statement-breakpoint
CREATE POLICY summaries_team ON teamlore.summaries TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = summaries.session_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_curations_team ON teamlore.memory_curations;
--> statement-breakpoint
CREATE POLICY memory_curations_team ON teamlore.memory_curations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = memory_curations.session_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY documents_team ON teamlore.documents;
--> statement-breakpoint
CREATE POLICY documents_team ON teamlore.documents TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true)) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true)) ELSE true END);
--> statement-breakpoint
DROP POLICY memory_files_team ON teamlore.memory_files;
--> statement-breakpoint
CREATE POLICY memory_files_team ON teamlore.memory_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY memories_team ON teamlore.memories;
--> statement-breakpoint
CREATE POLICY memories_team ON teamlore.memories TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY commits_team ON teamlore.commits;
--> statement-breakpoint
CREATE POLICY commits_team ON teamlore.commits TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY commit_files_team ON teamlore.commit_files;
--> statement-breakpoint
CREATE POLICY commit_files_team ON teamlore.commit_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY code_graphs_team ON teamlore.code_graphs;
--> statement-breakpoint
CREATE POLICY code_graphs_team ON teamlore.code_graphs TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY code_files_team ON teamlore.code_files;
--> statement-breakpoint
CREATE POLICY code_files_team ON teamlore.code_files TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY code_imports_team ON teamlore.code_imports;
--> statement-breakpoint
CREATE POLICY code_imports_team ON teamlore.code_imports TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN private_to IS NOT NULL ELSE true END);
--> statement-breakpoint
DROP POLICY memory_file_copies_team ON teamlore.memory_file_copies;
--> statement-breakpoint
CREATE POLICY memory_file_copies_team ON teamlore.memory_file_copies TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memory_files f WHERE f.id = memory_file_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_versions_team ON teamlore.memory_versions;
--> statement-breakpoint
CREATE POLICY memory_versions_team ON teamlore.memory_versions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = memory_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_anchors_team ON teamlore.memory_anchors;
--> statement-breakpoint
CREATE POLICY memory_anchors_team ON teamlore.memory_anchors TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = memory_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_evidence_team ON teamlore.memory_evidence;
--> statement-breakpoint
CREATE POLICY memory_evidence_team ON teamlore.memory_evidence TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = memory_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_signals_team ON teamlore.memory_signals;
--> statement-breakpoint
CREATE POLICY memory_signals_team ON teamlore.memory_signals TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = memory_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_relations_team ON teamlore.memory_relations;
--> statement-breakpoint
CREATE POLICY memory_relations_team ON teamlore.memory_relations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = from_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY memory_policies_team ON teamlore.memory_policies;
--> statement-breakpoint
CREATE POLICY memory_policies_team ON teamlore.memory_policies TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[]) THEN (SELECT teamlore.manages_team()) ELSE true END);
--> statement-breakpoint
-- What it held of memories is in it.
--> statement-breakpoint
DROP POLICY memory_actions_team ON teamlore.memory_actions;
--> statement-breakpoint
CREATE POLICY memory_actions_team ON teamlore.memory_actions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true ELSE user_id = (SELECT current_setting('app.user_id', true)) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY session_links_team ON teamlore.session_links;
--> statement-breakpoint
CREATE POLICY session_links_team ON teamlore.session_links TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_links.session_id)
    AND CASE WHEN commit_id IS NULL OR (SELECT cardinality(teamlore.closed_projects()) = 0) THEN true
      ELSE EXISTS (SELECT FROM teamlore.commits c WHERE c.id = session_links.commit_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_links.session_id));
--> statement-breakpoint
-- These were the team's as a whole, with the keys of what is private among them.
--> statement-breakpoint
DROP POLICY commit_relations_team ON teamlore.commit_relations;
--> statement-breakpoint
CREATE POLICY commit_relations_team ON teamlore.commit_relations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.commits c WHERE c.id = commit_relations.commit_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY edit_lines_team ON teamlore.edit_lines;
--> statement-breakpoint
CREATE POLICY edit_lines_team ON teamlore.edit_lines TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = edit_lines.session_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY commit_lines_team ON teamlore.commit_lines;
--> statement-breakpoint
CREATE POLICY commit_lines_team ON teamlore.commit_lines TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE EXISTS (SELECT FROM teamlore.commits c WHERE c.id = commit_lines.commit_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY memory_file_reports_team ON teamlore.memory_file_reports;
--> statement-breakpoint
CREATE POLICY memory_file_reports_team ON teamlore.memory_file_reports TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE EXISTS (SELECT FROM teamlore.machines m WHERE m.id = machine_id AND m.user_id = (SELECT current_setting('app.user_id', true))) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
-- Asked of the row itself, under its own policy, in the place of the functions of 0023: one look into an index each, or one for
-- the whole statement.
--> statement-breakpoint
DROP POLICY embedding_queue_team ON teamlore.embedding_queue;
--> statement-breakpoint
CREATE POLICY embedding_queue_team ON teamlore.embedding_queue TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE EXISTS (SELECT FROM teamlore.documents d WHERE d.id = embedding_queue.document_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY document_vectors_team ON teamlore.document_vectors;
--> statement-breakpoint
CREATE POLICY document_vectors_team ON teamlore.document_vectors TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE EXISTS (SELECT FROM teamlore.documents d WHERE d.id = document_vectors.document_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP POLICY outbox_team ON teamlore.outbox;
--> statement-breakpoint
CREATE POLICY outbox_team ON teamlore.outbox TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' OR payload->>'session_id' IS NULL THEN true
      ELSE EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = payload->>'session_id') END
    AND CASE WHEN payload->>'project_id' = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
DROP FUNCTION teamlore.is_hidden_document(text);
--> statement-breakpoint
DROP FUNCTION teamlore.is_hidden_session(text);
--> statement-breakpoint
-- Words of restricted projects are counted apart too, under the project's id in the place of a person's.
--> statement-breakpoint
DROP POLICY lexeme_stats_team ON teamlore.lexeme_stats;
--> statement-breakpoint
CREATE POLICY lexeme_stats_team ON teamlore.lexeme_stats TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END));
--> statement-breakpoint
DROP POLICY corpus_stats_team ON teamlore.corpus_stats;
--> statement-breakpoint
CREATE POLICY corpus_stats_team ON teamlore.corpus_stats TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END));
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_lexeme_stats AS
  SELECT * FROM teamlore.lexeme_stats
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')
      OR private_to LIKE 'prj\_%' AND CASE WHEN private_to = ANY ((SELECT teamlore.closed_projects())::text[]) THEN false ELSE true END);
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_documents AS
  SELECT * FROM teamlore.documents
  WHERE CASE WHEN team_id = (SELECT nullif(current_setting('app.team_id', true), '')) THEN true ELSE false END
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND CASE WHEN project_id = ANY ((SELECT teamlore.closed_projects())::text[])
      THEN private_to IS NOT NULL OR session_id IS NOT NULL AND author_id = (SELECT current_setting('app.user_id', true)) ELSE true END;
--> statement-breakpoint
-- A vector tells of its text, so it is read only as one with its document, which judges the reader.
--> statement-breakpoint
DROP VIEW teamlore.team_document_vectors;
--> statement-breakpoint
CREATE VIEW teamlore.team_document_vectors AS
  SELECT d.*, v.space, v.embedding, v.team_id AS vector_team_id
  FROM teamlore.document_vectors v JOIN teamlore.team_documents d ON d.id = v.document_id
  WHERE CASE WHEN v.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) THEN true ELSE false END;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_document_vectors TO teamlore_app;
