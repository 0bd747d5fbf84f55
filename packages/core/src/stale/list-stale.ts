import type { UnitOfWork } from '@teamlore/db'
import type { ReportedStale, StaleList, StaleQuery } from '@teamlore/shared/stale'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { withDecay } from '../memories/confidence.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** Memories whose code changed or is gone since they were written or last confirmed. Asking changes nothing. */
export const makeListStale =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { project, mine, state, limit }: StaleQuery): Promise<StaleList> =>
    unitOfWork.inTeam(scope, async ({ stale, memoryList }) => {
      const author = mine && scope.userId !== 'system' ? scope.userId : undefined
      const found = await stale.list(
        {
          project: projectFilter(project),
          states: state === undefined ? ['dirty', 'broken'] : [state],
          author,
        },
        scope.userId,
      )
      const shown = found.slice(0, limit)
      const { items } = await memoryList.list(
        { ids: shown.map(({ id }) => id) },
        { limit: shown.length, after: undefined },
      )
      const byId = new Map(items.map((memory) => [memory.id, memory]))
      return {
        items: shown.flatMap(({ id, is_news }) => {
          const memory = byId.get(id)
          return memory === undefined ? [] : [{ memory: withDecay(memory, now()), is_news }]
        }),
        total: found.length,
        news: found.filter(({ is_news }) => is_news).length,
      }
    })

/** Notes that the asker was shown what became of their memories: nothing is reported twice. */
export const makeMarkStaleReported =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope<'member'>, { ids }: { ids: readonly string[] }): Promise<ReportedStale> =>
    unitOfWork.inTeam(scope, async ({ stale }) => ({
      reported: await stale.markReported(ids, requirePerson(scope)),
    }))
