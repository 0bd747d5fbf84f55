-- When an admin asked for it to be done again; null where nobody did.
ALTER TABLE teamlore.slack_asks ADD COLUMN again_at timestamptz;
