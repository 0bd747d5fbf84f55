-- Keys that whoever runs the server has: the first one, and that of TEAMLORE_ADMIN_KEY. A link made with one is a way in of its person's own.
ALTER TABLE teamlore.api_keys ADD COLUMN is_operators boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- The first key is made with its team, so that no other of that name is as old.
UPDATE teamlore.api_keys k SET is_operators = true
WHERE k.from_environment OR (k.name = 'First admin key' AND k.role = 'owner' AND k.machine_id IS NULL
  AND k.id = (SELECT min(o.id) FROM teamlore.api_keys o WHERE o.team_id = k.team_id));
