import type { MemoryId } from '@teamlore/shared'
import type { PullRequestId } from '@teamlore/shared/ids'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { stillThere } from './still-there.ts'
import { pullRequestsTable, type ShownItem } from './table.ts'

const p = pullRequestsTable

export const createShownMemories = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those on which one of these memories is shown, whatever became of them. */
  async askShowing(memories: readonly string[], at: Date): Promise<PullRequestId[]> {
    if (memories.length === 0) return []
    const asked = await tx
      .update(p)
      .set({
        askedAt: sql`greatest(${p.askedAt} + interval '1 millisecond', ${at.toISOString()}::timestamptz)`,
      })
      .where(
        and(
          eq(p.teamId, teamId),
          isNotNull(p.commentId),
          sql`exists (select 1 from jsonb_array_elements(${p.shown}) s
            where s ->> 'id' in (select jsonb_array_elements_text(${JSON.stringify(memories)}::jsonb)))`,
        ),
      )
      .returning({ id: p.id })
    return asked.map(({ id }) => id)
  },

  /** Whether something is shown that was forgotten since. */
  async showsForgotten(shown: readonly ShownItem[]): Promise<boolean> {
    const ids = shown.map(({ id }) => id as MemoryId)
    return (await stillThere(tx, teamId, ids)).length < ids.length
  },
})
