-- A draft of the graveyard is found by the revert that it was made of, when more is heard of it.
CREATE INDEX commit_relations_memory ON teamlore.commit_relations (memory_id) WHERE memory_id IS NOT NULL;
