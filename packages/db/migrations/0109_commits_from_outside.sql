-- A commit that somebody sent who stood outside of its restricted project is theirs alone until they are let in. That is told apart
-- from one that is private because all of its project is.
ALTER TABLE teamlore.commits ADD COLUMN from_outside boolean NOT NULL DEFAULT false;
--> statement-breakpoint
CREATE INDEX commits_from_outside ON teamlore.commits (project_id, private_to) WHERE from_outside;
--> statement-breakpoint
-- Who stands outside does not see how the project is set, so the table itself looks.
CREATE FUNCTION teamlore.note_outside() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  NEW.from_outside := NEW.private_to IS NOT NULL AND EXISTS (SELECT FROM teamlore.projects p
    WHERE p.id = NEW.project_id AND p.is_restricted AND p.default_visibility = 'team');
  RETURN NEW;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.note_outside() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER commits_note_outside BEFORE INSERT ON teamlore.commits FOR EACH ROW EXECUTE FUNCTION teamlore.note_outside();
