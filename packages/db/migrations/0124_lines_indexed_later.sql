-- Lines of commits come into their index by portions, after the commit was taken: thousands in one statement kept everybody else
-- waiting. How many of the lines of a file stand in it already; null when all do.
ALTER TABLE teamlore.commit_files ADD COLUMN indexed integer;
--> statement-breakpoint
CREATE INDEX commit_files_to_index ON teamlore.commit_files (project_id, authored_at, commit_id, position) WHERE indexed IS NOT NULL;
--> statement-breakpoint
CREATE INDEX commit_files_not_indexed ON teamlore.commit_files (commit_id) WHERE indexed IS NOT NULL;
