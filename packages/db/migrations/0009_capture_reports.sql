-- What each machine last said about its capture. One row a machine; the next report takes its place.
CREATE TABLE teamlore.capture_reports (
  machine_id text COLLATE "C" PRIMARY KEY REFERENCES teamlore.machines (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  -- By the machine's clock, and by the server's.
  sent_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  -- Figures and sentences of packages/shared/src/contracts/capture.contract.ts; nothing of what was said in a session.
  report jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX capture_reports_by_team ON teamlore.capture_reports (team_id);
--> statement-breakpoint
ALTER TABLE teamlore.capture_reports ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY capture_reports_team ON teamlore.capture_reports TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON teamlore.capture_reports TO teamlore_app;
--> statement-breakpoint
-- Whether all of a machine's messages arrived cannot be told without those of private sessions. These views are owned by the
-- tables' owner, so they see them; they carry the team's condition and give numbers alone.
CREATE VIEW teamlore.team_capture_counts AS
  SELECT machine_id, tool, count(*) AS sessions,
    coalesce(sum(message_count), 0)::bigint AS messages,
    coalesce(sum(prompt_count), 0)::bigint AS prompts,
    count(*) FILTER (WHERE distilled = 'done') AS distilled,
    count(*) FILTER (WHERE distilled = 'pending') AS to_distil,
    count(*) FILTER (WHERE distilled = 'failed') AS distil_failed,
    max(updated_at) AS last_received_at
  FROM teamlore.sessions
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
  GROUP BY machine_id, tool;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_capture_counts TO teamlore_app;
--> statement-breakpoint
-- Messages with words that somebody may look for, of which the search index knows nothing. What is not indexed on purpose
-- (packages/core/src/search/documents/documents-of-message.ts) is not counted.
CREATE VIEW teamlore.team_capture_not_indexed AS
  WITH missing AS MATERIALIZED (
    SELECT m.id, s.machine_id, s.tool
    FROM teamlore.sessions s JOIN teamlore.messages m ON m.session_id = s.id
    WHERE s.team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
      AND s.kind <> 'compaction' AND m.kind IN ('human', 'assistant', 'command') AND NOT m.is_abandoned
      AND NOT EXISTS (SELECT FROM teamlore.documents d WHERE d.source_id = m.id)
  )
  SELECT x.machine_id, x.tool, count(*) AS messages
  FROM missing x JOIN teamlore.messages m ON m.id = x.id
  WHERE EXISTS (SELECT FROM jsonb_array_elements(m.blocks) b
    WHERE b->>'type' = 'text' AND b->>'text' ~ '[[:alnum:]]')
  GROUP BY x.machine_id, x.tool;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_capture_not_indexed TO teamlore_app;
--> statement-breakpoint
CREATE VIEW teamlore.team_capture_to_embed AS
  SELECT s.machine_id, s.tool, count(*) AS documents
  FROM teamlore.embedding_queue q
  JOIN teamlore.documents d ON d.id = q.document_id
  JOIN teamlore.sessions s ON s.id = d.session_id
  WHERE q.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND s.team_id = q.team_id
  GROUP BY s.machine_id, s.tool;
--> statement-breakpoint
GRANT SELECT ON teamlore.team_capture_to_embed TO teamlore_app;
