-- A way in that somebody else made opens nothing private, and no restricted project that its maker may not see. Such a request says
-- in `app.user_id` whose private rows it reads, which is nobody's, in `app.person_id` who acts, and in `app.giver_id` who made it.
CREATE FUNCTION teamlore.person() RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog
  AS $$ SELECT coalesce(nullif(current_setting('app.person_id', true), ''), current_setting('app.user_id', true)) $$;
--> statement-breakpoint
REVOKE ALL ON FUNCTION teamlore.person() FROM PUBLIC;
--> statement-breakpoint
GRANT EXECUTE ON FUNCTION teamlore.person() TO teamlore_app;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION teamlore.closed_projects() RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  me text := teamlore.person();
  giver text := nullif(current_setting('app.giver_id', true), '');
BEGIN
  IF me = 'system' THEN RETURN '{}'; END IF;
  RETURN ARRAY(SELECT p.id FROM teamlore.projects p
    WHERE p.team_id = nullif(current_setting('app.team_id', true), '') AND p.is_restricted
      AND NOT (EXISTS (SELECT FROM teamlore.project_access a WHERE a.project_id = p.id AND a.user_id = me)
        AND (giver IS NULL OR EXISTS (SELECT FROM teamlore.project_access a WHERE a.project_id = p.id AND a.user_id = giver))));
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION teamlore.manages_team() RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
BEGIN
  RETURN EXISTS (SELECT FROM teamlore.memberships m
    WHERE m.team_id = nullif(current_setting('app.team_id', true), '')
      AND m.user_id = teamlore.person() AND m.role IN ('admin', 'owner'));
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION teamlore.overseen_machines() RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog
AS $$
DECLARE
  me text := teamlore.person();
  all_of_them boolean := me = 'system' OR teamlore.manages_team();
BEGIN
  RETURN ARRAY(SELECT m.id FROM teamlore.machines m
    WHERE m.team_id = nullif(current_setting('app.team_id', true), '') AND (all_of_them OR m.user_id = me));
END $$;
--> statement-breakpoint
ALTER POLICY session_reads_team ON teamlore.session_reads
  USING (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND (user_id = (SELECT teamlore.person())
    OR EXISTS (SELECT FROM teamlore.sessions s WHERE s.id = session_reads.session_id AND s.user_id = (SELECT teamlore.person()))))
  WITH CHECK (team_id = (SELECT nullif(current_setting('app.team_id', true), '')) AND user_id = (SELECT teamlore.person()));
