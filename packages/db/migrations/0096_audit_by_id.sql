-- Pages of who did what, the latest first.
CREATE INDEX audit_events_by_id ON teamlore.audit_events (team_id, id DESC);
