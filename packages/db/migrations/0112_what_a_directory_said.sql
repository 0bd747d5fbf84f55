-- What a directory said of somebody is shown in its team, whether or not the person has an account with another: an answer tells of no other team.
ALTER TABLE teamlore.provisioned_users ADD COLUMN name text;
--> statement-breakpoint
ALTER TABLE teamlore.provisioned_users ADD COLUMN email text;
--> statement-breakpoint
-- The account was made for the directory, which may go on naming it; who was here before names themselves.
ALTER TABLE teamlore.provisioned_users ADD COLUMN is_made_here boolean NOT NULL DEFAULT false;
--> statement-breakpoint
-- Deleted by the directory; kept so that who is named again is who they were.
ALTER TABLE teamlore.provisioned_users ADD COLUMN removed_at timestamptz;
--> statement-breakpoint
UPDATE teamlore.provisioned_users p SET
  email = lower(coalesce(
    (SELECT e ->> 'value' FROM jsonb_array_elements(
        CASE WHEN jsonb_typeof(p.attributes -> 'emails') = 'array' THEN p.attributes -> 'emails' ELSE '[]' END) e
      WHERE e ->> 'value' LIKE '%@%' ORDER BY (e ->> 'primary') = 'true' DESC NULLS LAST LIMIT 1),
    CASE WHEN p.user_name LIKE '%@%' THEN p.user_name END)),
  is_made_here = EXISTS (SELECT FROM teamlore.users u WHERE u.id = p.user_id
    AND u.created_at BETWEEN p.created_at - interval '1 minute' AND p.created_at + interval '1 minute');
--> statement-breakpoint
CREATE INDEX provisioned_users_by_email ON teamlore.provisioned_users (team_id, lower(email));
