import type { UserId } from '@teamlore/shared'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { createGuideReadModel } from './guide.ts'
import { createNewsReadModel } from './news.ts'
import { homeStatesTable } from './table.ts'

export type HomeState = {
  seenAt: string | null
  previousAt: string | null
  guideHiddenAt: string | null
}

const NEVER: HomeState = { seenAt: null, previousAt: null, guideHiddenAt: null }

/** The first page of a person: what they have seen, and what it is made of. */
export const createHomeRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createHomeStates(tx, scope),
  ...createGuideReadModel(tx, scope),
  ...createNewsReadModel(tx, scope),
})

const createHomeStates = (tx: DbExecutor, { teamId }: DbScope) => {
  const t = homeStatesTable
  type Set = Partial<Omit<typeof t.$inferInsert, 'teamId' | 'userId'>>
  const write = async (userId: UserId, set: Set) => {
    await tx
      .insert(t)
      .values({ teamId, userId, ...set })
      .onConflictDoUpdate({ target: [t.teamId, t.userId], set })
  }
  return {
    async state(userId: UserId): Promise<HomeState> {
      const [row] = await tx
        .select({
          seenAt: isoOf(t.seenAt),
          previousAt: isoOf(t.previousAt),
          guideHiddenAt: isoOf(t.guideHiddenAt),
        })
        .from(t)
        .where(and(eq(t.teamId, teamId), eq(t.userId, userId)))
      return row ?? NEVER
    },

    /** They look now. Up to when they had seen everything moves on only where that visit was over. */
    async noteVisit(userId: UserId, { at, over }: { at: Date; over: Date }): Promise<void> {
      await tx
        .insert(t)
        .values({ teamId, userId, seenAt: at })
        .onConflictDoUpdate({
          target: [t.teamId, t.userId],
          set: {
            seenAt: at,
            previousAt: sql`case when ${t.seenAt} < ${over.toISOString()}::timestamptz
              then ${t.seenAt} else ${t.previousAt} end`,
          },
        })
    },

    hideGuide: (userId: UserId, guideHiddenAt: Date | null) => write(userId, { guideHiddenAt }),

    /** An agent of theirs asked something. */
    noteAgent: (userId: UserId, agentAt: Date) => write(userId, { agentAt }),
  }
}
