import type { IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import type { PullRequestOutcome } from '@teamlore/shared/integrations'
import { and, eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { pullRequestsTable } from './table.ts'

const p = pullRequestsTable

/** What became of pull requests, as far as conclusions were drawn from it. */
export const createPullRequestOutcomes = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: PullRequestId) => and(eq(p.teamId, teamId), eq(p.id, id))
  return {
    async noteOutcome(
      id: PullRequestId,
      noted: { outcome: PullRequestOutcome; outcomeCommits: number; reverts: number | null },
    ): Promise<void> {
      await tx.update(p).set(noted).where(isThis(id))
    },

    /** Of one that another has taken back, or brought in again. It need not be known yet, and is not to be looked at for that. */
    async noteOutcomeOf(
      of: { integrationId: IntegrationId; repositoryId: string; number: number },
      { id, outcome, at }: { id: PullRequestId; outcome: PullRequestOutcome; at: Date },
    ): Promise<void> {
      await tx
        .insert(p)
        .values({ ...of, id, teamId, askedAt: at, doneAt: at, outcome })
        .onConflictDoUpdate({
          target: [p.integrationId, p.repositoryId, p.number],
          set: { outcome },
        })
    },

    async noteLearned(id: PullRequestId, at: Date): Promise<void> {
      await tx.update(p).set({ learnedAt: at }).where(isThis(id))
    },
  }
}
