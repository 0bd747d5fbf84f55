-- Each commit asks when the sessions around it were at work: without this, all messages of a long session are read once per commit.
CREATE INDEX messages_by_time ON teamlore.messages (session_id, ts DESC);
