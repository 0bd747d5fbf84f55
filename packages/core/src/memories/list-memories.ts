import type { UnitOfWork } from '@teamlore/db'
import type { ListMemoriesQuery, MemoryEntry } from '@teamlore/shared/memories'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { timeCursor } from '../platform/cursor.ts'
import { noteOnFile } from '../projects/note-on-file.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { withDecay } from './confidence.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

export type MemoryPage = { items: MemoryEntry[]; next_cursor: string | null; note: string | null }

const cursors = timeCursor('memories')

/**
 * Memories of the team and the caller's own; what was recorded last comes first. With `as_of` those that held then, in the words
 * they had.
 *
 * @throws DomainError `cursor.invalid`, `memory.as_of_unknown`, `memory.as_of_ambiguous`.
 */
export const makeListMemories =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (scope: TeamScope, query: ListMemoriesQuery): Promise<MemoryPage> => {
    const { project, status, cursor, limit, as_of, ...filter } = query
    const after = cursors.decode(cursor)
    const { items, next, note } = await unitOfWork.inTeam(scope, async (repos) => {
      const page = await repos.memoryList.list(
        {
          ...filter,
          project: projectFilter(project),
          statuses: status === undefined ? undefined : [status],
          heldAt: as_of === undefined ? undefined : await readAsOf(repos, as_of, now()),
        },
        { limit, after },
      )
      if (page.items.length > 0 || after !== undefined) return { ...page, note: null }
      const asked = { file: filter.file, project: projectFilter(project) }
      return { ...page, note: await noteOnFile(repos, asked) }
    })
    return {
      items: items.map((memory) => withDecay(memory, now())),
      next_cursor: cursors.encode(next),
      note,
    }
  }

export type ListMemories = ReturnType<typeof makeListMemories>
