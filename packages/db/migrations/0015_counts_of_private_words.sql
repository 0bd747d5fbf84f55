-- Words of what is private to one person are counted apart from those everybody may read: a count tells how many documents have a
-- word, which nobody may learn of what is private to others. What was counted together is counted anew.
TRUNCATE teamlore.lexeme_stats, teamlore.corpus_stats;
--> statement-breakpoint
-- Empty: of what the whole team may read.
ALTER TABLE teamlore.lexeme_stats ADD COLUMN private_to text COLLATE "C" NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE teamlore.lexeme_stats DROP CONSTRAINT lexeme_stats_pkey;
--> statement-breakpoint
ALTER TABLE teamlore.lexeme_stats ADD PRIMARY KEY (team_id, lexeme, private_to);
--> statement-breakpoint
ALTER TABLE teamlore.corpus_stats ADD COLUMN private_to text COLLATE "C" NOT NULL DEFAULT '';
--> statement-breakpoint
ALTER TABLE teamlore.corpus_stats DROP CONSTRAINT corpus_stats_pkey;
--> statement-breakpoint
ALTER TABLE teamlore.corpus_stats ADD PRIMARY KEY (team_id, private_to);
--> statement-breakpoint
DROP POLICY lexeme_stats_team ON teamlore.lexeme_stats;
--> statement-breakpoint
CREATE POLICY lexeme_stats_team ON teamlore.lexeme_stats TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP POLICY corpus_stats_team ON teamlore.corpus_stats;
--> statement-breakpoint
CREATE POLICY corpus_stats_team ON teamlore.corpus_stats TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system')));
--> statement-breakpoint
DROP VIEW teamlore.team_lexeme_stats;
--> statement-breakpoint
CREATE VIEW teamlore.team_lexeme_stats AS
  SELECT * FROM teamlore.lexeme_stats
  WHERE team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND (private_to = '' OR (SELECT current_setting('app.user_id', true)) IN (private_to, 'system'));
--> statement-breakpoint
GRANT SELECT ON teamlore.team_lexeme_stats TO teamlore_app;
