-- The capture page and Home counted the documents of every message of a team. The sweep looks at each of them anyway: what it finds
-- whole is not counted again until it changes.
ALTER TABLE teamlore.sessions
  -- The `updated_at` of the session as of which nothing of it was lost; null where it was not looked at, or something is lost.
  ADD COLUMN whole_as_of timestamptz;
--> statement-breakpoint
CREATE INDEX sessions_not_seen_whole ON teamlore.sessions (team_id)
  WHERE whole_as_of IS NULL OR whole_as_of < updated_at;
--> statement-breakpoint
CREATE OR REPLACE VIEW teamlore.team_capture_not_indexed AS
  WITH missing AS MATERIALIZED (
    SELECT m.id, m.documents, s.machine_id, s.tool
    FROM teamlore.sessions s JOIN teamlore.messages m ON m.session_id = s.id
    WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
      AND (s.whole_as_of IS NULL OR s.whole_as_of < s.updated_at)
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
CREATE OR REPLACE VIEW teamlore.team_capture_lost AS
  SELECT s.machine_id, s.tool, sum(s.message_count - held.messages)::bigint AS messages
  FROM teamlore.sessions s
  CROSS JOIN LATERAL (
    SELECT count(*) AS messages FROM teamlore.messages m WHERE m.session_id = s.id) held
  WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.machine_id = ANY ((SELECT teamlore.overseen_machines())::text[])
    AND (s.whole_as_of IS NULL OR s.whole_as_of < s.updated_at)
    AND s.message_count > held.messages
  GROUP BY s.machine_id, s.tool;
