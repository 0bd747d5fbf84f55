import type { TeamId, UserId } from '@teamlore/shared'
import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { mailDigestsTable } from './table.ts'

const t = mailDigestsTable

export type MailDigest = { since: string; sentAt: string | null; error: string | null }

/** Where the week of a team goes by mail. */
export const createMailDigestRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (userId: UserId) => and(eq(t.teamId, teamId), eq(t.userId, userId))
  return {
    /** @returns undefined where they did not ask for it. */
    async of(userId: UserId): Promise<MailDigest | undefined> {
      const [row] = await tx
        .select({ since: isoOf(t.since), sentAt: isoOf(t.sentAt), error: t.error })
        .from(t)
        .where(isOf(userId))
      return row && { ...row, since: row.since ?? '' }
    },

    /** From now on; who asked already keeps since when. */
    async ask(userId: UserId, now: Date): Promise<void> {
      await tx.insert(t).values({ teamId, userId, since: now }).onConflictDoNothing()
    },

    async stop(userId: UserId): Promise<void> {
      await tx.delete(t).where(isOf(userId))
    },

    /**
     * Takes it on to send the week's. Once it is settled nobody does again.
     *
     * @returns false where it is settled, somebody else is at it, or nobody asks for it.
     */
    async hold(userId: UserId, week: string, { now, until }: { now: Date; until: Date }) {
      const held = await tx
        .update(t)
        .set({ heldUntil: until })
        .where(
          and(
            isOf(userId),
            or(isNull(t.week), lt(t.week, week)),
            or(isNull(t.heldUntil), lte(t.heldUntil, now)),
          ),
        )
        .returning({ userId: t.userId })
      return held.length > 0
    },

    /** It was sent, or there was nothing to send of this week. */
    async settle(userId: UserId, week: string, sentAt: Date | null): Promise<void> {
      const sent = sentAt === null ? {} : { sentAt }
      await tx
        .update(t)
        .set({ week, heldUntil: null, error: null, ...sent })
        .where(isOf(userId))
    },

    /** It was not sent, and is tried again as long as it is of use. */
    async noteError(userId: UserId, error: string): Promise<void> {
      await tx.update(t).set({ heldUntil: null, error }).where(isOf(userId))
    },
  }
}

/** Of all teams: which are due. */
export const createMailDigestSweep = (tx: DbExecutor) => ({
  due: (
    { start, week }: { start: Date; week: string },
    limit: number,
  ): Promise<{ teamId: TeamId; userId: UserId }[]> =>
    tx
      .select({ teamId: t.teamId, userId: t.userId })
      .from(t)
      .where(
        and(
          lte(t.since, start),
          or(isNull(t.week), lt(t.week, week)),
          or(isNull(t.heldUntil), sql`${t.heldUntil} <= now()`),
        ),
      )
      .orderBy(t.teamId, t.userId)
      .limit(limit),
})
