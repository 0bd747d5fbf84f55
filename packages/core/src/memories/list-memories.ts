import type { UnitOfWork } from '@teamlore/db'
import type { ListMemoriesQuery, MemoryEntry } from '@teamlore/shared/memories'
import { type Clock, systemClock } from '../platform/clock.ts'
import { timeCursor } from '../platform/cursor.ts'
import { projectFilter } from '../projects/project-identity.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { withDecay } from './confidence.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

export type MemoryPage = { items: MemoryEntry[]; next_cursor: string | null }

const cursors = timeCursor('memories')

/** Memories of the team and the caller's own; what was recorded last comes first. */
export const makeListMemories =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (scope: TeamScope, query: ListMemoriesQuery): Promise<MemoryPage> => {
    const { project, status, cursor, limit, ...filter } = query
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ memoryList }) =>
      memoryList.list(
        {
          ...filter,
          project: projectFilter(project),
          statuses: status === undefined ? undefined : [status],
        },
        { limit, after },
      ),
    )
    return {
      items: items.map((memory) => withDecay(memory, now())),
      next_cursor: cursors.encode(next),
    }
  }

export type ListMemories = ReturnType<typeof makeListMemories>
