-- What a model answered about a session, and how far it has come, is seen by who sees the session: a private one by its owner, one
-- of a restricted project by its members.
ALTER POLICY model_answers_team ON teamlore.model_answers
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = model_answers.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to IS NULL OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = model_answers.session_id));
--> statement-breakpoint
ALTER POLICY distillations_team ON teamlore.distillations
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = distillations.session_id))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = distillations.session_id));
