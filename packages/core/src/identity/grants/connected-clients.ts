import type { StoredGrant, UnitOfWork } from '@teamlore/db'
import { newId, type PageQuery } from '@teamlore/shared'
import type { ConnectedClient } from '@teamlore/shared/clients'
import { mayDo } from '@teamlore/shared/roles'
import { idCursor } from '../../platform/cursor.ts'
import { resolveId } from '../../platform/resolve-id.ts'
import { requirePerson } from '../teams/require-person.ts'
import { grantorOf, type TeamScope } from '../teams/team-scope.ts'
import { ownNotByGiven } from '../teams/teams.errors.ts'
import { clientNotFound } from './grants.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export type ConnectedClientPage = { items: ConnectedClient[]; next_cursor: string | null }

const cursors = idCursor('clients')

/** Newest first: one's own, for admins those of the team. */
export const makeListClients =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope, { limit, cursor }: PageQuery): Promise<ConnectedClientPage> => {
    const after = cursors.decode(cursor)
    const of = mayDo(scope.role, 'keys.manage') ? undefined : requirePerson(scope)
    const { items, next } = await unitOfWork.inTeam(scope, ({ grants }) =>
      grants.page({ limit, after, of }),
    )
    return { items, next_cursor: cursors.encode(next) }
  }

const ensureMayEnd = (scope: TeamScope, { userId, givenBy }: StoredGrant): void => {
  if (userId === scope.userId) {
    const grantor = grantorOf(scope)
    if (grantor !== null && givenBy !== grantor) throw ownNotByGiven()
    return
  }
  // To who may not see it, a client of somebody else is as good as none.
  if (!mayDo(scope.role, 'keys.manage')) throw clientNotFound()
}

/**
 * Ends a client at once, with all its tokens. `id` may be the beginning of one.
 * @throws DomainError `client.not_found`, `access.own_not_by_given`
 */
export const makeRevokeClient =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ grants, audit, ids }) => {
      const userId = requirePerson(scope)
      const grant = await grants.find(await resolveId(ids, 'grant', id, clientNotFound))
      if (grant === undefined) throw clientNotFound()
      ensureMayEnd(scope, grant)
      await grants.end(grant.id)
      await audit.add({
        id: newId.event(),
        action: 'client.revoked',
        userId,
        subject: grant.id,
        details: { name: grant.clientName },
      })
    })
