import type { MemoryId, UserId } from '@teamlore/shared'
import type { PullRequestId } from '@teamlore/shared/ids'
import { and, eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
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
      .limit(500),

  /** The first one of an item stays. @returns how many are new. */
  async add(
    pullRequestId: PullRequestId,
    memoryIds: readonly MemoryId[],
    made: { madeBy: UserId; madeAt: Date; isOverride: boolean; commentUrl: string },
  ): Promise<number> {
    if (memoryIds.length === 0) return 0
    const added = await tx
      .insert(a)
      .values(memoryIds.map((memoryId) => ({ ...made, memoryId, pullRequestId, teamId })))
      .onConflictDoNothing()
      .returning({ memoryId: a.memoryId })
    return added.length
  },
})
