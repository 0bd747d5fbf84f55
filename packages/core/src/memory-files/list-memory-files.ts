import type { UnitOfWork } from '@teamlore/db'
import type { ListMemoryFilesQuery, MemoryFileEntry } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { timeCursor } from '../platform/cursor.ts'
import { projectFilter } from '../projects/project-identity.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type MemoryFilePage = { items: MemoryFileEntry[]; next_cursor: string | null }

const cursors = timeCursor('memory-files')

/** The memory files of the team, and the caller's own; what was changed last comes first. */
export const makeListMemoryFiles =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, query: ListMemoryFilesQuery): Promise<MemoryFilePage> => {
    const after = cursors.decode(query.cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ memoryFileList }) =>
      memoryFileList.list(
        {
          project: projectFilter(query.project),
          tool: query.tool,
          includeGone: query.include_gone,
        },
        { limit: query.limit, after },
      ),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListMemoryFiles = ReturnType<typeof makeListMemoryFiles>
