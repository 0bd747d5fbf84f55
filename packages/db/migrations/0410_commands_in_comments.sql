-- A comment of a pull request that asks for something: its id at the host, never what stands in it. `answering_since`: an answer was
-- about to be made then, and it is not known whether it was.
ALTER TABLE teamlore.hook_deliveries ADD COLUMN comment_id text COLLATE "C", ADD COLUMN answering_since timestamptz;
