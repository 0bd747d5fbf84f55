import type { UnitOfWork } from '@teamlore/db'
import type { ApiKey, PageQuery } from '@teamlore/shared'
import { idCursor } from '../platform/cursor.ts'
import type { TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ApiKeyPage = { items: ApiKey[]; next_cursor: string | null }

const cursors = idCursor('api-keys')

/** Newest first, revoked ones included. */
export const makeListApiKeys =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope<'admin'>, { limit, cursor }: PageQuery): Promise<ApiKeyPage> => {
    const after = cursors.decode(cursor)
    const { items, next } = await unitOfWork.inTeam(scope, ({ team }) =>
      team.apiKeys({ limit, after }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListApiKeys = ReturnType<typeof makeListApiKeys>
