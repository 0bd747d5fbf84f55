-- Messages that a session was last counted to hold and whose rows are gone: lost, for nothing deletes single messages. A view of
-- the tables' owner, as those beside it (0009): private sessions are in the numbers. The index tells the count of each session.
CREATE VIEW teamlore.team_capture_lost AS
  SELECT s.machine_id, s.tool, sum(s.message_count - held.messages)::bigint AS messages
  FROM teamlore.sessions s
  CROSS JOIN LATERAL (
    SELECT count(*) AS messages FROM teamlore.messages m WHERE m.session_id = s.id) held
  WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND s.message_count > held.messages
  GROUP BY s.machine_id, s.tool;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_capture_lost TO teamlore_app;
