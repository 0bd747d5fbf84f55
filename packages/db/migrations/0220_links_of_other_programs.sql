-- Commits that another program had linked with a session, as an import brings them.
ALTER TABLE teamlore.session_git DROP CONSTRAINT session_git_kind_check;
--> statement-breakpoint
ALTER TABLE teamlore.session_git ADD CONSTRAINT session_git_kind_check CHECK (kind IN ('ran','printed','linked'));
