-- A lease may be about a memory in the place of a session: what it answers, and how it stands to others, is asked of people's own
-- coding agents, too. Who may read the memory sees that it is leased, so that no two machines ask about it.
ALTER TABLE teamlore.distil_leases ALTER COLUMN session_id DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE teamlore.distil_leases
  ADD COLUMN memory_id text COLLATE "C" REFERENCES teamlore.memories (id) ON DELETE CASCADE,
  -- What was answered about a memory so far, by question, until all is; what was answered about a session is in model_answers.
  ADD COLUMN answers jsonb NOT NULL DEFAULT '{}',
  ADD CONSTRAINT distil_leases_about_check CHECK (num_nonnulls(session_id, memory_id) = 1);
--> statement-breakpoint
CREATE UNIQUE INDEX distil_leases_memory_held ON teamlore.distil_leases (memory_id) WHERE state = 'leased';
--> statement-breakpoint
CREATE INDEX distil_leases_of_memory ON teamlore.distil_leases (memory_id, finished_at);
--> statement-breakpoint
ALTER POLICY distil_leases_own ON teamlore.distil_leases
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.user_id', true)) IN (user_id, 'system')
    AND CASE WHEN memory_id IS NULL THEN true ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = distil_leases.memory_id) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (SELECT current_setting('app.user_id', true)) IN (user_id, 'system')
    AND CASE WHEN memory_id IS NULL THEN EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = distil_leases.session_id
        AND s.team_id = distil_leases.team_id AND s.user_id = distil_leases.user_id)
      ELSE EXISTS (SELECT FROM teamlore.memories m WHERE m.id = distil_leases.memory_id AND m.team_id = distil_leases.team_id) END);
--> statement-breakpoint
CREATE POLICY distil_leases_of_memories ON teamlore.distil_leases FOR SELECT TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND memory_id IS NOT NULL
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = distil_leases.memory_id));
--> statement-breakpoint
-- One that ran out keeps the memory from nobody: whoever may read it may end the lease.
CREATE POLICY distil_leases_run_out ON teamlore.distil_leases FOR UPDATE TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND memory_id IS NOT NULL
    AND state = 'leased' AND expires_at <= now()
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = distil_leases.memory_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND memory_id IS NOT NULL
    AND state = 'released'
    AND EXISTS (SELECT FROM teamlore.memories m WHERE m.id = distil_leases.memory_id));
--> statement-breakpoint
ALTER POLICY distil_leases_hidden ON teamlore.distil_leases
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id IN (distil_leases.session_id, distil_leases.memory_id)) END);
