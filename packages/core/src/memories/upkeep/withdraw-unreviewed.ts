import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SystemScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { policyOf } from '../policy.ts'
import { changeMemory } from '../write-memory.ts'

/** So long a memory that nobody reviewed is served without anybody saying the same. */
export const UNREVIEWED_DAYS = 60

const DAY_MS = 86_400_000
const PORTION = 50

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'memory' | 'document'>
}

/**
 * Takes what nobody reviewed or confirmed within 60 days out of what is served: it is put away, with that in its history, and its id
 * still opens. @returns how many that were.
 */
export const makeWithdrawUnreviewed =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  async (scope: SystemScope, signal?: AbortSignal): Promise<number> => {
    const since = new Date(now().getTime() - UNREVIEWED_DAYS * DAY_MS)
    let withdrawn = 0
    for (;;) {
      signal?.throwIfAborted()
      const count = await unitOfWork.inTeam(scope, async (repos) => {
        const forgotten = await repos.unreviewed.forgottenSince(since, PORTION)
        for (const memory of await repos.memories.lock(forgotten)) {
          const at = now()
          const policy = await policyOf(repos, memory.project_id)
          await changeMemory(
            repos,
            { teamId: scope.teamId, by: null, at, ids, policy },
            { ...memory, status: 'archived' },
            {
              change: 'withdrawn',
              note: `nobody confirmed it within ${UNREVIEWED_DAYS} days`,
              validFrom: at.toISOString(),
            },
          )
        }
        return forgotten.length
      })
      withdrawn += count
      if (count < PORTION) return withdrawn
    }
  }

export type WithdrawUnreviewed = ReturnType<typeof makeWithdrawUnreviewed>
