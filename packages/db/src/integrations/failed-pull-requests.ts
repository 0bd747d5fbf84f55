import type { IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import { and, eq, gte, isNotNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { pullRequestsTable } from './table.ts'

const p = pullRequestsTable

export const createFailedPullRequests = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those that were given up since a time, as they failed for good. */
  async askFailed(
    integrationId: IntegrationId,
    { since, at }: { since: Date; at: Date },
  ): Promise<PullRequestId[]> {
    const asked = await tx
      .update(p)
      .set({
        askedAt: sql`greatest(${p.askedAt} + interval '1 millisecond', ${at.toISOString()}::timestamptz)`,
      })
      .where(
        and(
          eq(p.teamId, teamId),
          eq(p.integrationId, integrationId),
          isNotNull(p.error),
          gte(p.askedAt, since),
        ),
      )
      .returning({ id: p.id })
    return asked.map(({ id }) => id)
  },
})
