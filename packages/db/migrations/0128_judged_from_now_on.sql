-- What was there before memories were compared by a language model is compared once it changes: all of it at once would take the
-- day's share of distilling. What comes in is compared with it.
UPDATE teamlore.memories SET judged_version = version WHERE judged_version IS NULL;
