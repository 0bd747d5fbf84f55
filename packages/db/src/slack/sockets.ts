import type { SlackId } from '@teamlore/shared/ids'
import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { STORED, type StoredSlack } from './apps.ts'
import { slackAppsTable } from './table.ts'

const a = slackAppsTable

/** Of all teams: which worker has the socket of an app. By the clock of the database, which all of them share. */
export const createSlackSockets = (tx: DbExecutor) => ({
  /** Takes those that nobody has, and keeps those that `holder` has. @returns all that it has now. */
  hold: (holder: string, seconds: number): Promise<StoredSlack[]> => {
    const free = tx
      .select({ id: a.id })
      .from(a)
      .where(
        and(
          eq(a.state, 'connected'),
          eq(a.bySocket, true),
          or(isNull(a.socketUntil), lte(a.socketUntil, sql`now()`), eq(a.socketHolder, holder)),
        ),
      )
      .orderBy(a.id)
      .for('update')
    return tx
      .update(a)
      .set({
        socketHolder: holder,
        socketUntil: sql`now() + ${seconds}::float8 * interval '1 second'`,
        socketSince: sql`case when ${a.socketHolder} = ${holder} then ${a.socketSince} end`,
      })
      .where(inArray(a.id, free))
      .returning(STORED)
  },

  /** Others may take them at once. */
  async release(holder: string): Promise<void> {
    await tx
      .update(a)
      .set({ socketHolder: null, socketUntil: null, socketSince: null })
      .where(eq(a.socketHolder, holder))
  },

  /** Since when it is open; null: it is not. */
  async noteOpen(id: SlackId, holder: string, since: Date | null): Promise<void> {
    await tx
      .update(a)
      .set({ socketSince: since })
      .where(and(eq(a.id, id), eq(a.socketHolder, holder)))
  },
})
