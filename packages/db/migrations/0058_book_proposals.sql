-- Relationships that texts of a lorebook suggest and no note says. People decide; what they confirm is written into the notes.
CREATE TABLE teamlore.book_proposals (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  -- Hash of what is proposed: the same is proposed once, whoever finds it.
  id text COLLATE "C" NOT NULL,
  from_key text COLLATE "C" NOT NULL,
  to_key text COLLATE "C" NOT NULL,
  field text NOT NULL,
  quote text NOT NULL,
  source_file text NOT NULL,
  proposed_by text NOT NULL CHECK (proposed_by IN ('names', 'model')),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'rejected')),
  decided_by text COLLATE "C",
  decided_at timestamptz,
  PRIMARY KEY (book_id, id)
);
--> statement-breakpoint
ALTER TABLE teamlore.book_proposals ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY book_proposals_team ON teamlore.book_proposals TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.book_proposals TO teamlore_app;
