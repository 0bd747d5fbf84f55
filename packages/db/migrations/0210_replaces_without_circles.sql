-- Commits are linked in the order in which they were made, so that a squash inherits links of all its originals.
DROP INDEX teamlore.commits_to_link;
--> statement-breakpoint
CREATE INDEX commits_to_link ON teamlore.commits (project_id, committed_at, authored_at, id) WHERE linked_at IS NULL;
--> statement-breakpoint
-- Two commits replaced each other, directly or through others, where an original was taken for the rewritten one: only what was made
-- later replaces what was made before. Both are looked at once more.
WITH wrong AS (
  DELETE FROM teamlore.commit_relations r USING teamlore.commits c, teamlore.commits o
  WHERE r.kind = 'replaces' AND c.id = r.commit_id AND o.id = r.other_id
    AND (c.committed_at, c.branch IS NOT NULL, c.id) < (o.committed_at, o.branch IS NOT NULL, o.id)
  RETURNING r.commit_id, r.other_id),
again AS (
  UPDATE teamlore.commits c SET linked_at = NULL FROM wrong w
  WHERE c.id IN (w.commit_id, w.other_id) RETURNING c.team_id, c.project_id)
INSERT INTO teamlore.outbox (team_id, type, payload)
SELECT DISTINCT team_id, 'commits.ingested', jsonb_build_object('project_id', project_id) FROM again;
