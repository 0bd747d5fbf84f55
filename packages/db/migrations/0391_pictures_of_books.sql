-- Pictures that notes of a lorebook show, once each by what they are. Only where its lorecraft.yaml wants them.
CREATE TABLE teamlore.book_pictures (
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  book_id text COLLATE "C" NOT NULL REFERENCES teamlore.books (id) ON DELETE CASCADE,
  hash text COLLATE "C" NOT NULL,
  media_type text NOT NULL,
  size integer NOT NULL,
  -- Files of the book that it lies in, or lay in last.
  paths jsonb NOT NULL,
  -- The generation with which no note showed it any more; null: it is shown.
  gone_in integer,
  bytes bytea NOT NULL,
  PRIMARY KEY (book_id, hash)
);
--> statement-breakpoint
-- They are compressed already.
ALTER TABLE teamlore.book_pictures ALTER COLUMN bytes SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE teamlore.book_pictures ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY book_pictures_team ON teamlore.book_pictures TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON teamlore.book_pictures TO teamlore_app;
