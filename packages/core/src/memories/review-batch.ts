import type { BatchOf, BatchWeights, TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { MemoryId } from '@teamlore/shared'
import type { ReviewBatch } from '@teamlore/shared/memory-review'
import { roleCovers } from '@teamlore/shared/roles'
import { requirePerson } from '../identity/teams/require-person.ts'
import { isOfService, type TeamScope } from '../identity/teams/team-scope.ts'

/** Reviewing is light: nobody is asked about more in a week. */
export const MOST_IN_BATCH = 15
/** Whoever had a batch within so many weeks counts as one who reviews, and gets a share. */
const REVIEWS_WITHIN_WEEKS = 4

/** What speaks against a memory counts most, then how often it was served, then doubts about it, then that it is new. */
const WEIGHTS: BatchWeights = {
  contradicted: 5,
  mostServed: 4,
  doubtful: 2,
  fresh: 1,
  freshDays: 7,
  servedDays: 28,
}

export type FilledBatch = ReviewBatch & { ids: MemoryId[] }

const DAY_MS = 86_400_000

/** The Monday of a week, in UTC. */
export const weekOf = (at: Date): string => {
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** Bots and viewers are asked to review nothing. */
export const reviews = (scope: TeamScope): boolean =>
  roleCovers(scope.role, 'member') && !isOfService(scope)

type Asking = { scope: TeamScope; at: Date }
type Batches = Pick<TeamRepositories, 'reviewBatches'>

/**
 * What waits for the asker of their batch of this week. What is in it stays; what comes to wait later is added up to their share.
 */
export const readBatch = async (
  unitOfWork: Pick<UnitOfWork, 'inTeam'>,
  { scope, at }: Asking,
): Promise<FilledBatch> => {
  const week = weekOf(at)
  if (!reviews(scope)) return { week, size: 0, decided: 0, ids: [] }
  const of: BatchOf = { userId: requirePerson(scope), week }
  return unitOfWork.inTeam(scope, async (repos) => {
    if ((await missingOf(repos, of)) > 0) {
      await repos.reviewBatches.lock()
      const missing = await missingOf(repos, of)
      const found = await repos.reviewBatches.candidates(of, WEIGHTS, Math.max(0, missing))
      await repos.reviewBatches.add(of, found)
    }
    const all = await repos.reviewBatches.inOrder(of)
    const ids = all.filter(({ isWaiting }) => isWaiting).map(({ id }) => id)
    return { week, size: all.length, decided: all.length - ids.length, ids }
  })
}

/** How many more the asker gets: their share of what waits and of what is in batches, so that asking again adds nothing. */
const missingOf = async ({ reviewBatches }: Batches, of: BatchOf): Promise<number> => {
  const { own, taken, free, others } = await reviewBatches.shares(of, REVIEWS_WITHIN_WEEKS)
  if (free === 0) return 0
  return Math.min(MOST_IN_BATCH, Math.ceil((free + taken) / (others + 1))) - own
}
