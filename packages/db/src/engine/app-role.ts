import { sql } from 'drizzle-orm'
import type { DbExecutor } from './engine.types.ts'

/**
 * The role all team data is read and written as. It cannot log in and cannot bypass row-level
 * security, which the owner of the tables (and PGlite's only user, a superuser) always does.
 */
export const APP_ROLE = 'teamlore_app'

/**
 * Roles belong to the whole server, so several databases may be migrated at once and race for it;
 * each step is therefore skipped when done and forgiven when somebody else just did it.
 */
export const ensureAppRole = (db: DbExecutor) =>
  db.execute(
    sql.raw(`
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
    BEGIN
      CREATE ROLE ${APP_ROLE} NOLOGIN NOBYPASSRLS NOINHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role(current_user, '${APP_ROLE}', 'MEMBER') THEN
    GRANT ${APP_ROLE} TO CURRENT_USER;
  END IF;
END
$$`),
  )
