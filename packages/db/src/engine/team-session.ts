import { sql } from 'drizzle-orm'
import { APP_ROLE } from './app-role.ts'
import type { DbExecutor } from './engine.types.ts'

export type TeamSession = { teamId: string; userId: string }

/**
 * From here to the end of the transaction the database itself shows and accepts rows of this team
 * only: policies compare with `current_setting('app.team_id', true)` and `app.user_id`. One
 * statement; all of it is undone by commit and rollback alike, so nothing leaks to the next user
 * of the connection.
 *
 * @param tx an open transaction; on a pool the settings would end with the statement.
 */
export const inTeam = async (tx: DbExecutor, { teamId, userId }: TeamSession): Promise<void> => {
  await tx.execute(
    sql`select set_config('role', ${APP_ROLE}, true), set_config('app.team_id', ${teamId}, true), set_config('app.user_id', ${userId}, true)`,
  )
}
