-- Relationships are proposed by what memories and sessions say, too, and by a language model where one is set.
ALTER TABLE teamlore.book_proposals DROP CONSTRAINT book_proposals_proposed_by_check,
  ADD CONSTRAINT book_proposals_proposed_by_check CHECK (proposed_by IN ('names', 'memories', 'model')),
  -- Id of the memory or finding that says so; null for the text of a note.
  ADD COLUMN found_in text COLLATE "C";
--> statement-breakpoint
-- Who may not read what a proposal was found in does not see the proposal.
ALTER POLICY book_proposals_team ON teamlore.book_proposals
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN found_in IS NULL OR (SELECT current_setting('app.user_id', true)) = 'system' THEN true
      ELSE EXISTS (SELECT FROM teamlore.documents d WHERE d.source_id = book_proposals.found_in) END);
--> statement-breakpoint
-- Hash of the note as a language model read it last.
ALTER TABLE teamlore.entities ADD COLUMN read_by_model text COLLATE "C";
