import type { UnitOfWork } from '@teamlore/db'
import type { PageQuery, Project } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { idCursor } from '../platform/cursor.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ProjectPage = { items: Project[]; next_cursor: string | null }

const cursors = idCursor('projects')

/** Newest first, with what was last done in each. */
export const makeListProjects =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, { limit, cursor }: PageQuery): Promise<ProjectPage> => {
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ team }) =>
      team.projects({ limit, after }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListProjects = ReturnType<typeof makeListProjects>
