import type { MemoryId, UserId } from '@teamlore/shared'
import { and, desc, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { distilLeasesTable } from './table.ts'

const l = distilLeasesTable

/** Leases that are about memories. */
export const createMemoryLeases = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Ends those of these memories whose time is over, whoever had them, and those that this machine left behind. */
  async endMemoriesLeftBehind(
    memoryIds: readonly MemoryId[],
    { holder, userId }: { holder: string; userId: UserId },
  ): Promise<void> {
    if (memoryIds.length === 0) return
    const isOwn = and(eq(l.userId, userId), eq(l.holder, holder))
    await tx
      .update(l)
      .set({ state: 'released', reason: 'expired', finishedAt: sql`now()` })
      .where(
        and(
          eq(l.teamId, teamId),
          inArray(l.memoryId, [...memoryIds]),
          eq(l.state, 'leased'),
          or(lte(l.expiresAt, sql`now()`), isOwn),
        ),
      )
  },

  /** What this person's coding agents answered of a memory that is not done yet, by whichever lease. */
  async answerAbout(
    { memoryId, userId }: { memoryId: MemoryId; userId: UserId },
    key: string,
  ): Promise<unknown> {
    const [found] = await tx
      .select({ answer: sql<unknown>`${l.answers} -> ${key}::text` })
      .from(l)
      .where(
        and(
          eq(l.teamId, teamId),
          eq(l.memoryId, memoryId),
          eq(l.userId, userId),
          sql`jsonb_exists(${l.answers}, ${key}::text)`,
        ),
      )
      .orderBy(desc(l.createdAt))
      .limit(1)
    return found?.answer
  },

  async keepAnswer(id: string, key: string, answer: unknown): Promise<void> {
    await tx
      .update(l)
      .set({
        answers: sql`${l.answers} || jsonb_build_object(${key}::text, ${JSON.stringify(answer)}::text::jsonb)`,
      })
      .where(and(eq(l.teamId, teamId), eq(l.id, id)))
  },

  /** All is asked: what was answered is written down where it counts. */
  async forgetAnswers(memoryId: MemoryId, userId: UserId): Promise<void> {
    await tx
      .update(l)
      .set({ answers: {} })
      .where(and(eq(l.teamId, teamId), eq(l.memoryId, memoryId), eq(l.userId, userId)))
  },
})
