import type { StoredApiKey, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { mayDo, roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { resolveId } from '../../platform/resolve-id.ts'
import { requirePerson } from './require-person.ts'
import { grantorOf, type TeamScope } from './team-scope.ts'
import { apiKeyNotFound, ownNotByGiven, roleTooHigh } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

const ensureMayEnd = (scope: TeamScope, key: StoredApiKey, isOwn: boolean): void => {
  const grantor = grantorOf(scope)
  if (isOwn) {
    if (grantor !== null && key.createdBy !== grantor) throw ownNotByGiven()
    return
  }
  // To who may not see it, a key of somebody else is as good as none.
  if (!mayDo(scope.role, 'keys.manage')) throw apiKeyNotFound()
  if (!roleCovers(scope.role, key.role)) throw roleTooHigh()
}

/** Ends a key at once: one's own, or as an admin any that is not above oneself. Doing it again changes nothing. `id` may be the beginning of one. */
export const makeRevokeApiKey =
  ({ unitOfWork, now = systemClock, ids: newIds = newId }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ apiKeys, audit, ids }) => {
      const userId = requirePerson(scope)
      const key = await apiKeys.find(await resolveId(ids, 'apiKey', id, apiKeyNotFound))
      if (key === undefined) throw apiKeyNotFound()
      ensureMayEnd(scope, key, key.userId === userId)
      if (key.isRevoked) return
      await apiKeys.revoke(key.id, now())
      await audit.add({
        id: newIds.event(),
        action: 'api_key.revoked',
        userId,
        subject: key.id,
      })
    })

export type RevokeApiKey = ReturnType<typeof makeRevokeApiKey>
