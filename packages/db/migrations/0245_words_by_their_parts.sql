-- A part of a word finds the longer words that it stands in: "Verbindung" those with "Datenbankverbindung". Each word of eight letters
-- or more is known by every run of five letters in it, and each pair of characters of a script without spaces by both of them.
CREATE FUNCTION teamlore.word_parts(team text, word text) RETURNS text[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN length(word) = 2 THEN ARRAY[team || ' ' || left(word, 1), team || ' ' || right(word, 1)]
    ELSE ARRAY(SELECT team || ' ' || substr(word, at, 5) FROM generate_series(1, length(word) - 4) AS at) END
$$;
--> statement-breakpoint
-- The team stands in each entry, so that no team reads through words of another.
CREATE INDEX lexeme_stats_parts ON teamlore.lexeme_stats USING gin (teamlore.word_parts(team_id, lexeme)) WITH (gin_pending_list_limit = 256)
  WHERE (length(lexeme) >= 8 OR length(lexeme) = 2 AND lexeme >= U&'\0E00') AND lexeme !~ '[[:punct:]0-9]';
