-- A message that arrived and was forgotten is missed by nobody. Its hash says nothing of where it was, so the deletion keeps the session.
-- An id, as its subject is; named apart, since the row is of no session and stays when that goes.
ALTER TABLE teamlore.deletions ADD COLUMN of_session text COLLATE "C";
--> statement-breakpoint
CREATE INDEX deletions_of_session ON teamlore.deletions (of_session) WHERE of_session IS NOT NULL;
--> statement-breakpoint
UPDATE teamlore.deletions d SET of_session = m.session_id
FROM teamlore.messages m WHERE d.kind = 'message' AND m.id = d.subject;
--> statement-breakpoint
-- A view of the tables' owner, as those beside it (0009): private sessions are in the numbers.
CREATE VIEW teamlore.team_capture_forgotten AS
  SELECT s.machine_id, s.tool, count(*)::bigint AS messages
  FROM teamlore.deletions d JOIN teamlore.sessions s ON s.id = d.of_session AND s.team_id = d.team_id
  WHERE d.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
    AND d.undone_at IS NULL
  GROUP BY s.machine_id, s.tool;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_capture_forgotten TO teamlore_app;
