import type { TeamId } from '@teamlore/shared'
import type { PullRequestId } from '@teamlore/shared/ids'
import { and, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { pullRequestsTable } from './table.ts'

const p = pullRequestsTable

/** Of all teams: what is to be looked at and has no job, because it was lost or the host asked to wait. */
export const createPullRequestSweep = (tx: DbExecutor) => ({
  async due(
    { quietSeconds, days }: { quietSeconds: number; days: number },
    limit: number,
  ): Promise<{ teamId: TeamId; pullRequestId: PullRequestId }[]> {
    return tx
      .select({ teamId: p.teamId, pullRequestId: p.id })
      .from(p)
      .where(
        and(
          sql`${p.doneAt} is distinct from ${p.askedAt}`,
          sql`${p.askedAt} > now() - ${days}::int * interval '1 day'`,
          sql`case when ${p.notBefore} is null then ${p.askedAt} < now() - ${quietSeconds}::int * interval '1 second'
            else ${p.notBefore} <= now() end`,
        ),
      )
      .orderBy(p.askedAt)
      .limit(limit)
  },
})
