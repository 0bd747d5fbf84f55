import type { UnitOfWork } from '@teamlore/db'
import type { ApiKey, PageQuery } from '@teamlore/shared'
import { mayDo } from '@teamlore/shared/roles'
import { idCursor } from '../../platform/cursor.ts'
import { requirePerson } from './require-person.ts'
import type { TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ApiKeyPage = { items: ApiKey[]; next_cursor: string | null }

const cursors = idCursor('api-keys')

/** Newest first, revoked ones included: one's own, for admins those of the team. */
export const makeListApiKeys =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, { limit, cursor }: PageQuery): Promise<ApiKeyPage> => {
    const after = cursors.decode(cursor)
    const of = mayDo(scope.role, 'keys.manage') ? undefined : requirePerson(scope)
    const { items, next } = await unitOfWork.inTeam(scope, ({ team }) =>
      team.apiKeys({ limit, after, of }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

export type ListApiKeys = ReturnType<typeof makeListApiKeys>
