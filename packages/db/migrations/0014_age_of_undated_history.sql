-- What came without times of its messages counted as active when it arrived, and stood above what was worked on since.
UPDATE teamlore.sessions SET activity_at = started_at WHERE ended_at IS NULL AND started_at < activity_at;
