-- How often texts of the book were replaced under hashes that stayed the same: what was read of them before is outdated.
ALTER TABLE teamlore.books ADD COLUMN texts_replaced integer NOT NULL DEFAULT 0;
