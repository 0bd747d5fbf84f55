-- What names a memory asks whether that is hidden, as the other tables do (0290).
CREATE POLICY memory_servings_hidden ON teamlore.memory_servings AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = memory_servings.memory_id) END);
--> statement-breakpoint
CREATE POLICY review_batches_hidden ON teamlore.review_batches AS RESTRICTIVE TO teamlore_app
  USING (CASE WHEN (SELECT NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')))) THEN true
    ELSE NOT EXISTS (SELECT FROM teamlore.hidden_records h WHERE h.team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND h.id = review_batches.memory_id) END);
