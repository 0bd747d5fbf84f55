import type { MemoryDifferenceEvent, UnitOfWork } from '@teamlore/db'
import type {
  MemoryDiff,
  MemoryDifference,
  MemoryDiffQuery,
  MemoryLog,
  MemoryLogQuery,
} from '@teamlore/shared/memory-log'
import { z } from 'zod'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { defineCursor } from '../platform/cursor.ts'
import { knownFilter } from './known-filter.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

const cursors = defineCursor(
  'memory-log',
  z.strictObject({ at: z.int(), id: z.string().max(60), version: z.int().min(1).max(1_000_000) }),
)

/**
 * What became of memories, by when it was recorded, the newest first: what came, changed, was replaced or withdrawn.
 *
 * @throws DomainError `cursor.invalid`, `memory.as_of_unknown`, `memory.as_of_ambiguous`, `memory.project_unknown`.
 */
export const makeGetMemoryLog =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: TeamScope,
    { project, from, to, event, cursor, limit }: MemoryLogQuery,
  ): Promise<MemoryLog> => {
    const beyond = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, async (repos) =>
      repos.memoryLog.log(
        {
          project: await knownFilter(repos, project),
          after: from === undefined ? undefined : await readAsOf(repos, from, now()),
          until: to === undefined ? undefined : await readAsOf(repos, to, now()),
          event,
        },
        { limit, beyond },
      ),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

/**
 * What is served otherwise at one time than it was at another, whichever is named first.
 *
 * @throws DomainError `memory.as_of_unknown`, `memory.as_of_ambiguous`, `memory.project_unknown`.
 */
export const makeGetMemoryDiff =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { project, from, to, limit }: MemoryDiffQuery): Promise<MemoryDiff> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const times = [await readAsOf(repos, from, now()), await readAsOf(repos, to, now())]
      const [earlier = now(), later = now()] = times.sort((a, b) => a.getTime() - b.getTime())
      const found = await repos.memoryLog.between(
        { project: await knownFilter(repos, project), from: earlier, to: later },
        limit,
      )
      const sortOf = (event: MemoryDifferenceEvent) => {
        const own = found.filter((one) => one.event === event)
        return { count: own[0]?.of_event ?? 0, items: own.map(withoutEvent) }
      }
      return {
        from: earlier.toISOString(),
        to: later.toISOString(),
        came: sortOf('came'),
        changed: sortOf('changed'),
        replaced: sortOf('replaced'),
        withdrawn: sortOf('withdrawn'),
      }
    })

const withoutEvent = ({
  event: _,
  of_event: _count,
  ...difference
}: MemoryDifference & { event: string; of_event: number }): MemoryDifference => difference
