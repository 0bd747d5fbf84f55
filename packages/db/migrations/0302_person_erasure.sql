-- What an audit event says of a person stands apart from it: the event keeps a salted hash, so that the value can be blanked and the
-- event stays as it was. Once the salt is gone, nobody finds the value again by trying.
CREATE TABLE teamlore.audit_personal_fields (
  event_id text COLLATE "C" NOT NULL REFERENCES teamlore.audit_events (id) ON DELETE CASCADE,
  team_id text COLLATE "C" NOT NULL REFERENCES teamlore.teams (id) ON DELETE CASCADE,
  field text COLLATE "C" NOT NULL,
  -- Whom it is about, where that is known; an invitation has an address alone.
  user_id text COLLATE "C",
  salt text COLLATE "C",
  value text,
  PRIMARY KEY (event_id, field)
);
--> statement-breakpoint
CREATE INDEX audit_personal_fields_of ON teamlore.audit_personal_fields (team_id, user_id);
--> statement-breakpoint
ALTER TABLE teamlore.audit_personal_fields ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY audit_personal_fields_team ON teamlore.audit_personal_fields TO teamlore_app
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), ''))
    AND CASE WHEN (SELECT current_setting('app.user_id', true)) = 'system' THEN true ELSE (SELECT teamlore.manages_team()) END)
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')));
--> statement-breakpoint
GRANT SELECT, INSERT ON teamlore.audit_personal_fields TO teamlore_app;
--> statement-breakpoint
INSERT INTO teamlore.audit_personal_fields (event_id, team_id, field, user_id, salt, value)
SELECT e.id, e.team_id, d.key,
  CASE WHEN starts_with(e.subject, 'usr_') THEN e.subject ELSE e.details ->> 'user_id' END, gen_random_uuid()::text, d.value
FROM teamlore.audit_events e
CROSS JOIN LATERAL jsonb_each_text(e.details) AS d(key, value)
WHERE d.value IS NOT NULL AND (
  e.action = 'invitation.created' AND d.key = 'email'
  OR e.action IN ('member.renamed', 'member.address_changed') AND d.key IN ('from', 'to')
  OR e.action IN ('api_key.created', 'api_key.revoked') AND d.key = 'name');
--> statement-breakpoint
UPDATE teamlore.audit_events e SET details = e.details || kept.hashes
FROM (
  SELECT f.event_id, jsonb_object_agg(f.field,
    'sha256:' || encode(sha256(convert_to(f.salt || E'\n' || f.value, 'UTF8')), 'hex')) AS hashes
  FROM teamlore.audit_personal_fields f GROUP BY f.event_id) kept
WHERE kept.event_id = e.id;
--> statement-breakpoint
-- What was erased of a person, as rows by table: it says how much, and nothing of what stood there.
ALTER TABLE teamlore.deletions ADD COLUMN receipt jsonb NOT NULL DEFAULT '{}';
