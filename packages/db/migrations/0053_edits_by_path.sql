-- Which sessions wrote to a file. By a hash, as a path may be longer than an index row holds.
CREATE INDEX edits_by_path ON teamlore.edits (team_id, md5(path));
