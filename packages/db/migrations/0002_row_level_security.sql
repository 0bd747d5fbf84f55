ALTER TABLE teamlore.sessions ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY sessions_team ON teamlore.sessions TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.messages ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY messages_team ON teamlore.messages TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.edits ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY edits_team ON teamlore.edits TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.observations ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY observations_team ON teamlore.observations TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.summaries ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY summaries_team ON teamlore.summaries TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.documents ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY documents_team ON teamlore.documents TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
ALTER TABLE teamlore.memberships ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY memberships_team ON teamlore.memberships TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.machines ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY machines_team ON teamlore.machines TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.api_keys ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY api_keys_team ON teamlore.api_keys TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.projects ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY projects_team ON teamlore.projects TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.project_paths ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY project_paths_team ON teamlore.project_paths TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.document_vectors ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY document_vectors_team ON teamlore.document_vectors TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.embedding_queue ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY embedding_queue_team ON teamlore.embedding_queue TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.lexeme_stats ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY lexeme_stats_team ON teamlore.lexeme_stats TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.corpus_stats ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY corpus_stats_team ON teamlore.corpus_stats TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.outbox ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY outbox_team ON teamlore.outbox TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.audit_events ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_events_team ON teamlore.audit_events TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.teams ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY teams_team ON teamlore.teams TO teamlore_app
  USING (id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
ALTER TABLE teamlore.users ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY users_of_team ON teamlore.users FOR SELECT TO teamlore_app
  USING (EXISTS (SELECT 1 FROM teamlore.memberships m WHERE m.user_id = users.id));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON
  teamlore.sessions, teamlore.messages, teamlore.edits, teamlore.observations, teamlore.summaries, teamlore.documents, teamlore.machines, teamlore.api_keys, teamlore.projects, teamlore.project_paths, teamlore.document_vectors, teamlore.embedding_queue, teamlore.lexeme_stats, teamlore.corpus_stats
  TO teamlore_app;
--> statement-breakpoint
GRANT SELECT ON teamlore.teams, teamlore.users, teamlore.memberships, teamlore.embedding_spaces TO teamlore_app;
--> statement-breakpoint
GRANT SELECT, INSERT ON teamlore.outbox, teamlore.audit_events TO teamlore_app;
--> statement-breakpoint
-- Full-text operators are not leakproof, so under row-level security the planner may not use their index (it would have to
-- look at rows before the policy has judged them). This view applies the same condition as the policy, is owned by the tables'
-- owner and is no security barrier: index use comes back, the scope stays in the database. Searches read through it.
CREATE VIEW teamlore.team_documents AS
  SELECT * FROM teamlore.documents
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'));
--> statement-breakpoint
GRANT SELECT ON teamlore.team_documents TO teamlore_app;
--> statement-breakpoint
CREATE VIEW teamlore.team_document_vectors AS
  SELECT * FROM teamlore.document_vectors
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''));
--> statement-breakpoint
GRANT SELECT ON teamlore.team_document_vectors TO teamlore_app;
