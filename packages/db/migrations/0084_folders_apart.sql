-- Whether a folder is called as its repository is: then it is the project of the repository, also where folders are kept apart.
-- Of a repository without a remote the stored name alone tells, which nobody outside a restricted project may read.
CREATE FUNCTION teamlore.is_called_like(project text, folder text) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  RETURN EXISTS (SELECT FROM teamlore.projects p
    WHERE p.id = project AND p.team_id = nullif(current_setting('app.team_id', true), '')
      AND lower(regexp_replace(p.name, '^.*/', '')) = lower(folder));
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.is_called_like(text, text) FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION teamlore.is_called_like(text, text) TO teamlore_app;
