-- What was recorded of memories is read by when it was recorded.
CREATE INDEX memory_versions_by_time ON teamlore.memory_versions (team_id, recorded_at DESC, memory_id DESC, version DESC);
