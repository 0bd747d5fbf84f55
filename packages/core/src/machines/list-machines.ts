import type { UnitOfWork } from '@teamlore/db'
import type { Machine, PageQuery } from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { idCursor } from '../platform/cursor.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type MachinePage = { items: Machine[]; next_cursor: string | null }

const cursors = idCursor('machines')

export const makeListMachines =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, { limit, cursor }: PageQuery): Promise<MachinePage> => {
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ team }) =>
      team.machines({ limit, after }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListMachines = ReturnType<typeof makeListMachines>
