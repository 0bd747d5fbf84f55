import { sql } from 'drizzle-orm'
import type { DbExecutor } from './engine.types.ts'

/**
 * The role all team data is read and written as. It cannot log in and cannot bypass row-level
 * security, which the owner of the tables (and PGlite's only user, a superuser) always does.
 */
export const APP_ROLE = 'teamlore_app'

/** The role in which admins ask a lorebook in SQL. It can read the views of `teamlore_book` and nothing else. */
export const BOOK_READER_ROLE = 'teamlore_book_reader'

const ensured = (role: string): string => `
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') THEN
    BEGIN
      CREATE ROLE ${role} NOLOGIN NOBYPASSRLS NOINHERIT;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END;
  END IF;
  IF NOT pg_has_role(current_user, '${role}', 'MEMBER') THEN
    GRANT ${role} TO CURRENT_USER;
  END IF;`

/**
 * Roles belong to the whole server, so several databases may be migrated at once and race for it;
 * each step is therefore skipped when done and forgiven when somebody else just did it.
 */
export const ensureAppRole = (db: DbExecutor) =>
  db.execute(
    sql.raw(`
DO $$
BEGIN${ensured(APP_ROLE)}${ensured(BOOK_READER_ROLE)}
END
$$`),
  )
