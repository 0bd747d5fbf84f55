-- Whether files were left out of a commit whose code was told: of those nothing is known.
ALTER TABLE teamlore.commits ADD COLUMN code_is_cut boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- A folder that its repository keeps apart also shares its code as the repository does, whenever it is made.
CREATE OR REPLACE FUNCTION teamlore.add_project_folder(parent text, folder text, folder_identity text, folder_name text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  INSERT INTO teamlore.projects (id, team_id, identity, name, default_visibility, is_restricted, shares_code)
    SELECT folder, p.team_id, folder_identity, left(p.name || ' (' || folder_name || ')', 200), p.default_visibility, p.is_restricted, p.shares_code
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
