-- Findings are told apart from the record of work, and are superseded instead of deleted: an id that was once answered
-- stays openable and says what took its place.
ALTER TABLE teamlore.observations
  ADD COLUMN purpose text NOT NULL DEFAULT 'finding' CHECK (purpose IN ('finding', 'work')),
  ADD COLUMN claim jsonb,
  ADD COLUMN confidence real,
  ADD COLUMN superseded_at timestamptz,
  ADD COLUMN superseded_by text COLLATE "C";
--> statement-breakpoint
ALTER TABLE teamlore.summaries ADD COLUMN superseded_at timestamptz;
--> statement-breakpoint
UPDATE teamlore.observations SET purpose = 'work'
  WHERE distiller = 'extractive' AND (key LIKE 'work\_%' OR key LIKE 'repair\_%');
--> statement-breakpoint
-- What rules found so far is weighed anew by the better ones, in the background.
UPDATE teamlore.sessions SET distilled = 'pending' WHERE distilled = 'done';
