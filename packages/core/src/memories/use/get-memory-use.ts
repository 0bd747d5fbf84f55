import type { UnitOfWork } from '@teamlore/db'
import type {
  MemoryReaders,
  MemoryReadersQuery,
  MemoryUse,
  MemoryUseQuery,
} from '@teamlore/shared/memory-use'
import { mayDo } from '@teamlore/shared/roles'
import { z } from 'zod'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { defineCursor } from '../../platform/cursor.ts'
import { knownFilter } from '../known-filter.ts'
import { readMemory } from '../read-memory.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

const cursors = defineCursor(
  'memory-use',
  z.strictObject({ times: z.int().min(0), at: z.int(), id: z.string().max(60) }),
)

const DAY_MS = 86_400_000

/** The first of so many days in UTC, today with them, as `2026-01-31`. */
const firstDay = (now: Date, days: number): string =>
  new Date(now.getTime() - (days - 1) * DAY_MS).toISOString().slice(0, 10)

/**
 * Of the memories that are served, how often agents and people were given each, and what was said of it from then on.
 *
 * @throws DomainError `cursor.invalid`, `memory.project_unknown`.
 */
export const makeGetMemoryUse =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (
    scope: TeamScope,
    { project, days, unread = false, cursor, limit }: MemoryUseQuery,
  ): Promise<MemoryUse> => {
    const beyond = cursors.decode(cursor)
    const since = firstDay(now(), days)
    return unitOfWork.inTeam(scope, async (repos) => {
      const filter = { project: await knownFilter(repos, project), since }
      const { items, next } = await repos.memoryUse.list(
        { ...filter, isUnread: unread },
        { limit, beyond },
      )
      const counted = beyond === undefined ? await repos.memoryUse.count(filter) : undefined
      return {
        since,
        served: counted?.served ?? null,
        unread: counted?.unread ?? null,
        items,
        next_cursor: cursors.encode(next),
      }
    })
  }

/**
 * On which days a memory was given to whom, and how. Who it was is said to admins, and of the asker.
 *
 * @throws DomainError `memory.not_found`.
 */
export const makeGetMemoryReaders =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: TeamScope, { id, days }: MemoryReadersQuery & { id: string }): Promise<MemoryReaders> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const since = firstDay(now(), days)
      const memory = await readMemory(repos, id, now())
      const found = await repos.memoryUse.readersOf(memory.id, since)
      const seesAll = mayDo(scope.role, 'audit.read')
      const items = found.map((line) =>
        seesAll || line.person?.id === scope.userId ? line : { ...line, person: null },
      )
      return { since, items }
    })
