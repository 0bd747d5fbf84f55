-- What the message of a revert says beside its subject: often the reason. Empty of any other commit.
ALTER TABLE teamlore.commits ADD COLUMN body text NOT NULL DEFAULT '';
