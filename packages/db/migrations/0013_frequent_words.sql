-- Words spelled alike are looked for among the frequent ones, most frequent first: of a million documents the words that share
-- their first letters are hundreds of thousands, nearly all of them in one document. Frequency in powers of two changes
-- seldom, so counting a word once more leaves the index alone.
ALTER TABLE teamlore.lexeme_stats ADD COLUMN magnitude smallint NOT NULL
  GENERATED ALWAYS AS (floor(ln(greatest(documents, 1)::float8) / ln(2::float8))::smallint) STORED;
--> statement-breakpoint
CREATE INDEX lexeme_stats_frequent ON teamlore.lexeme_stats (team_id, left(lexeme, 2), length(lexeme), magnitude DESC)
  WHERE magnitude > 0;
--> statement-breakpoint
-- length() is not leakproof, so the table's policy would keep this index from being used (0002_row_level_security).
CREATE VIEW teamlore.team_lexeme_stats AS
  SELECT * FROM teamlore.lexeme_stats
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''));
--> statement-breakpoint
GRANT SELECT ON teamlore.team_lexeme_stats TO teamlore_app;
