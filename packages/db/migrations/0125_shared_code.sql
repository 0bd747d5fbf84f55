-- A project may share the text of its code with those who read it. Off unless an admin says so.
ALTER TABLE teamlore.projects ADD COLUMN shares_code boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- When the code of a commit was told; null while it was not, or is forgotten.
ALTER TABLE teamlore.commits ADD COLUMN code_at timestamptz;
--> statement-breakpoint
-- What a commit changed in a file, with the text of what it added: as its first parent becomes it, so that a merge has some too.
CREATE TABLE teamlore.commit_code (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  project_id text COLLATE "C" NOT NULL REFERENCES teamlore.projects (id) ON DELETE CASCADE,
  commit_id text COLLATE "C" NOT NULL REFERENCES teamlore.commits (id) ON DELETE CASCADE,
  position integer NOT NULL,
  path text COLLATE "C" NOT NULL,
  old_path text COLLATE "C",
  status text NOT NULL,
  hunks jsonb NOT NULL,
  PRIMARY KEY (commit_id, position)
);
--> statement-breakpoint
CREATE INDEX commit_code_by_path ON teamlore.commit_code (project_id, md5(path));
--> statement-breakpoint
CREATE INDEX commits_without_code ON teamlore.commits (project_id) WHERE code_at IS NULL AND private_to IS NULL;
--> statement-breakpoint
ALTER TABLE teamlore.commit_code ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
-- Read by whoever reads the commit, which is asked itself.
CREATE POLICY commit_code_team ON teamlore.commit_code TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.commits c WHERE c.id = commit_code.commit_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.commits c WHERE c.id = commit_code.commit_id));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.commit_code TO teamlore_app;
--> statement-breakpoint
-- Whoever ends it may stand outside of the project: so the table itself forgets.
CREATE FUNCTION teamlore.forget_code() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  DELETE FROM teamlore.commit_code WHERE project_id = NEW.id;
  UPDATE teamlore.commits SET code_at = NULL WHERE project_id = NEW.id AND code_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.forget_code() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER projects_forget_code AFTER UPDATE OF shares_code ON teamlore.projects FOR EACH ROW
  WHEN (OLD.shares_code AND NOT NEW.shares_code) EXECUTE FUNCTION teamlore.forget_code();
