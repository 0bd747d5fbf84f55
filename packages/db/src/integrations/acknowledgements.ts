import type { MemoryId, UserId } from '@teamlore/shared'
import type { PullRequestId } from '@teamlore/shared/ids'
import { and, eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { stillThere } from './still-there.ts'
import { acknowledgementsTable } from './table.ts'

/** An item that somebody has seen, and where they wrote so. */
export type Acknowledgement = {
  memoryId: string
  isOverride: boolean
  commentUrl: string
  madeAt: Date
}

const a = acknowledgementsTable

export const createAcknowledgements = (tx: DbExecutor, { teamId }: DbScope) => ({
  of: (pullRequestId: PullRequestId): Promise<Acknowledgement[]> =>
    tx
      .select({
        memoryId: a.memoryId,
        isOverride: a.isOverride,
        commentUrl: a.commentUrl,
        madeAt: a.madeAt,
      })
      .from(a)
      .where(and(eq(a.teamId, teamId), eq(a.pullRequestId, pullRequestId)))
      .orderBy(a.memoryId)
      .limit(5_000),

  /** The first one of an item stays. @returns how many of them there still are, and how many are new. */
  async add(
    pullRequestId: PullRequestId,
    memoryIds: readonly MemoryId[],
    made: { madeBy: UserId; madeAt: Date; isOverride: boolean; commentUrl: string },
  ): Promise<{ there: number; added: number }> {
    const there = await stillThere(tx, teamId, memoryIds)
    if (there.length === 0) return { there: 0, added: 0 }
    const added = await tx
      .insert(a)
      .values(there.map((memoryId) => ({ ...made, memoryId, pullRequestId, teamId })))
      .onConflictDoNothing()
      .returning({ memoryId: a.memoryId })
    return { there: there.length, added: added.length }
  },
})
