-- A directory gives the user name of somebody who left to another person. Both stay known, so that each comes back as who they were.
DROP INDEX teamlore.provisioned_users_by_name;
--> statement-breakpoint
CREATE UNIQUE INDEX provisioned_users_by_name ON teamlore.provisioned_users (team_id, lower(user_name))
  WHERE removed_at IS NULL;
--> statement-breakpoint
-- The name that the directory gave goes on being its own only while the account has it; of who was told of before it was kept, both are compared now.
UPDATE teamlore.provisioned_users p SET name = u.name
FROM teamlore.users u
WHERE u.id = p.user_id AND p.name IS NULL AND p.is_made_here AND u.name = left(coalesce(
  nullif(p.attributes ->> 'displayName', ''),
  nullif(p.attributes -> 'name' ->> 'formatted', ''),
  nullif(concat_ws(' ', p.attributes -> 'name' ->> 'givenName', p.attributes -> 'name' ->> 'familyName'), ''),
  p.user_name), 100);
