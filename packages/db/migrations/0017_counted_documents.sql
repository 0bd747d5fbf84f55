-- How many rows of the search index stand for each of these, as of when it was last indexed, so that one that is lost is seen
-- whichever it was: a tool's output, or the middle of a long text. Zero where nothing is searched on purpose. Null as long as
-- nobody counted, which is all that came in before: of those it is only seen when nothing at all stands for words they have.
ALTER TABLE teamlore.messages ADD COLUMN documents integer;
--> statement-breakpoint
ALTER TABLE teamlore.observations ADD COLUMN documents integer;
--> statement-breakpoint
ALTER TABLE teamlore.summaries ADD COLUMN documents integer;
--> statement-breakpoint
ALTER TABLE teamlore.memory_files ADD COLUMN documents integer;
--> statement-breakpoint
-- As packages/db/src/repositories/lost-documents.ts has it for the worker. Its words are looked for only where nobody counted.
CREATE OR REPLACE VIEW teamlore.team_capture_not_indexed AS
  WITH missing AS MATERIALIZED (
    SELECT m.id, m.documents, s.machine_id, s.tool
    FROM teamlore.sessions s JOIN teamlore.messages m ON m.session_id = s.id
    WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
      AND (m.documents > 0 OR m.documents IS NULL AND s.kind <> 'compaction'
        AND m.kind IN ('human', 'assistant', 'command') AND NOT m.is_abandoned)
      AND coalesce(m.documents, 1) > (SELECT count(*) FROM teamlore.documents d WHERE d.source_id = m.id)
  )
  SELECT x.machine_id, x.tool, count(*) AS messages
  FROM missing x JOIN teamlore.messages m ON m.id = x.id
  WHERE x.documents IS NOT NULL OR EXISTS (SELECT FROM jsonb_array_elements(m.blocks) b
    WHERE b->>'type' = 'text' AND b->>'text' ~ '[[:alnum:]]')
  GROUP BY x.machine_id, x.tool;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_memory_files AS
  WITH held AS (
    SELECT c.machine_id, count(*) AS files,
      count(*) FILTER (WHERE f.gone_at IS NULL AND (f.documents > 0 OR f.documents IS NULL AND f.text ~ '[[:alnum:]]')
        AND coalesce(f.documents, 1) > (SELECT count(*) FROM teamlore.documents d WHERE d.source_id = f.id)) AS not_indexed
    FROM teamlore.memory_file_copies c JOIN teamlore.memory_files f ON f.id = c.memory_file_id
    WHERE c.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    GROUP BY c.machine_id
  )
  SELECT r.machine_id, max(r.received_at) AS last_received_at,
    coalesce(max(held.files), 0) AS files, coalesce(max(held.not_indexed), 0) AS not_indexed
  FROM teamlore.memory_file_reports r LEFT JOIN held ON held.machine_id = r.machine_id
  WHERE r.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
  GROUP BY r.machine_id;
