-- Whether all memory files of a machine arrived cannot be told without the personal ones. As those of 0009_capture_reports,
-- this view sees them, and gives numbers alone. A machine that has none any more is told of too: it had them a moment ago.
CREATE VIEW teamlore.team_capture_memory_files AS
  WITH held AS (
    SELECT c.machine_id, count(*) AS files,
      count(*) FILTER (WHERE f.gone_at IS NULL AND f.text ~ '[[:alnum:]]'
        AND NOT EXISTS (SELECT FROM teamlore.documents d WHERE d.source_id = f.id)) AS not_indexed
    FROM teamlore.memory_file_copies c JOIN teamlore.memory_files f ON f.id = c.memory_file_id
    WHERE c.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    GROUP BY c.machine_id
  )
  SELECT r.machine_id, max(r.received_at) AS last_received_at,
    coalesce(max(held.files), 0) AS files, coalesce(max(held.not_indexed), 0) AS not_indexed
  FROM teamlore.memory_file_reports r LEFT JOIN held ON held.machine_id = r.machine_id
  WHERE r.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
  GROUP BY r.machine_id;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_capture_memory_files TO teamlore_app;
