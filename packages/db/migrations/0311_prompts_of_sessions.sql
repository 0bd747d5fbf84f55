-- Prompts of one session. Without it, a planner joins two indexes for each session of a list: that of the session, and all prompts of the team.
CREATE INDEX messages_prompts_of_session ON teamlore.messages (session_id, ordinal) WHERE kind = 'human';
