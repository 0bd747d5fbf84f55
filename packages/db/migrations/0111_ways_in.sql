-- Keys that whoever runs the server has: the first one, and that of TEAMLORE_ADMIN_KEY. A link made with one is a way in of its person's own.
ALTER TABLE teamlore.api_keys ADD COLUMN is_operators boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- The first key is made with its team, so that no other of that name is as old.
UPDATE teamlore.api_keys k SET is_operators = true
WHERE k.from_environment OR (k.name = 'First admin key' AND k.role = 'owner' AND k.machine_id IS NULL
  AND k.id = (SELECT min(o.id) FROM teamlore.api_keys o WHERE o.team_id = k.team_id));
--> statement-breakpoint
-- What an admin made for others ends with their right to make it, for good: it does not come back with the right. Accounts of services
-- have nobody else who could, so theirs stay.
CREATE FUNCTION teamlore.end_given_ways() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
  UPDATE teamlore.api_keys k SET revoked_at = now()
  WHERE k.team_id = OLD.team_id AND k.created_by = OLD.user_id AND k.revoked_at IS NULL
    AND NOT EXISTS (SELECT FROM teamlore.users u WHERE u.id = k.user_id AND u.kind = 'service');
  DELETE FROM teamlore.browser_sessions b WHERE b.team_id = OLD.team_id AND b.given_by = OLD.user_id;
  DELETE FROM teamlore.sign_in_links l WHERE l.team_id = OLD.team_id AND l.given_by = OLD.user_id;
  DELETE FROM teamlore.passkeys p WHERE p.bound_team_id = OLD.team_id AND p.given_by = OLD.user_id;
  DELETE FROM teamlore.device_codes d WHERE d.for_team_id = OLD.team_id AND d.given_by = OLD.user_id;
  RETURN NULL;
END $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.end_given_ways() FROM PUBLIC;
--> statement-breakpoint
CREATE TRIGGER memberships_end_given_ways AFTER UPDATE OF role ON teamlore.memberships FOR EACH ROW
  WHEN (OLD.role IN ('admin', 'owner') AND NEW.role NOT IN ('admin', 'owner'))
  EXECUTE FUNCTION teamlore.end_given_ways();
--> statement-breakpoint
CREATE TRIGGER memberships_gone_end_given_ways AFTER DELETE ON teamlore.memberships FOR EACH ROW
  EXECUTE FUNCTION teamlore.end_given_ways();
--> statement-breakpoint
-- Those that wait for their maker to become an admin again.
UPDATE teamlore.api_keys k SET revoked_at = now()
WHERE k.created_by IS NOT NULL AND k.revoked_at IS NULL
  AND NOT EXISTS (SELECT FROM teamlore.users u WHERE u.id = k.user_id AND u.kind = 'service')
  AND NOT EXISTS (SELECT FROM teamlore.memberships g
    WHERE g.team_id = k.team_id AND g.user_id = k.created_by AND g.role IN ('admin', 'owner'));
