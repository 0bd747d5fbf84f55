import type { SessionId } from '@teamlore/shared'
import type { ReadingState } from '@teamlore/shared/handover'
import { and, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { handedReadingsTable } from './table.ts'

/** What a second reader says of a finding that was handed over. */
export type HandedReading = { key: string; state: ReadingState; reason: string }

const r = handedReadingsTable

export const createHandedReadingRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createReadings(tx, scope),
  ...createWaiting(tx, scope),
})

const createReadings = (tx: DbExecutor, { teamId }: DbScope) => ({
  of(sessionId: SessionId): Promise<HandedReading[]> {
    return tx
      .select({ key: r.key, state: r.state, reason: r.reason })
      .from(r)
      .where(and(eq(r.teamId, teamId), eq(r.sessionId, sessionId)))
      .orderBy(r.createdAt, r.key)
  },

  /** @returns how many of these were waiting. */
  async settle(sessionId: SessionId, readings: readonly HandedReading[]): Promise<number> {
    let settled = 0
    for (const { key, state, reason } of readings) {
      const changed = await tx
        .update(r)
        .set({ state, reason, readAt: sql`now()` })
        .where(
          and(
            eq(r.teamId, teamId),
            eq(r.sessionId, sessionId),
            eq(r.key, key),
            eq(r.state, 'waiting'),
          ),
        )
        .returning({ key: r.key })
      settled += changed.length
    }
    return settled
  },

  /** How many stand how, of the sessions that the asker may open. */
  counts(): Promise<{ state: ReadingState; count: number }[]> {
    return tx
      .select({ state: r.state, count: sql<number>`count(*)::int` })
      .from(r)
      .where(eq(r.teamId, teamId))
      .groupBy(r.state)
  },
})

/** Who waits for a reader. */
const createWaiting = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** These wait for a reader, unless one has looked; what waited and is not among them any more waits no longer. */
  async expect(sessionId: SessionId, keys: readonly string[]): Promise<void> {
    await tx
      .delete(r)
      .where(
        and(
          eq(r.teamId, teamId),
          eq(r.sessionId, sessionId),
          eq(r.state, 'waiting'),
          keys.length === 0 ? undefined : notInArray(r.key, [...keys]),
        ),
      )
    if (keys.length === 0) return
    await tx
      .insert(r)
      .values([...new Set(keys)].map((key) => ({ teamId, sessionId, key })))
      .onConflictDoNothing()
  },

  /** These wait for nobody any more. */
  async forget(sessionId: SessionId, keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    await tx
      .delete(r)
      .where(
        and(
          eq(r.teamId, teamId),
          eq(r.sessionId, sessionId),
          eq(r.state, 'waiting'),
          inArray(r.key, [...keys]),
        ),
      )
  },
})
