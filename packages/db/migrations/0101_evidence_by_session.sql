-- What rests on a session, for what its tests say of it.
CREATE INDEX memory_evidence_by_session ON teamlore.memory_evidence (team_id, session_id) WHERE session_id IS NOT NULL;
