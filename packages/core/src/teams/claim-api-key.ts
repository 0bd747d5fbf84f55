import type { StoredApiKey, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import type { ClaimApiKeyResponse } from '@teamlore/shared/sign-in'
import { resolveId } from '../platform/resolve-id.ts'
import { hashSecret, hintOf, newKeyText } from '../platform/secret.ts'
import { requirePerson } from './require-person.ts'
import { giverOf, type TeamScope } from './team-scope.ts'
import { apiKeyNotFound, keyIsOwn, notByGiven } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  newKey?: () => string
  ids?: Pick<typeof newId, 'event'>
}

/**
 * A person says that a key which somebody else made for them is theirs: from here on it opens what is private to them. A machine
 * goes on as it is, for it alone has its key. Of any other its maker has seen the text, so that it gets a new one.
 *
 * @throws DomainError `api_key.not_by_given`, `api_key.not_found`, `api_key.is_own`
 */
export const makeClaimApiKey =
  ({ unitOfWork, newKey = newKeyText, ids = newId }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<ClaimApiKeyResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      if (giverOf(scope) !== null) throw notByGiven()
      const key = await givenKeyOf(repos, userId, id)
      const text = key.machineId === null ? newKey() : null
      const replaced = text === null ? null : { keyHash: hashSecret(text), hint: hintOf(text) }
      await repos.apiKeys.claim(key.id, replaced)
      await repos.audit.add({
        id: ids.event(),
        action: 'api_key.claimed',
        userId,
        machineId: key.machineId,
        subject: key.id,
        details: { made_by: key.createdBy },
      })
      // What listens with it is asked anew what it may hear.
      await repos.outbox.notifyAccess(userId)
      return { key: text }
    })

const givenKeyOf = async (
  { apiKeys, ids }: Pick<TeamRepositories, 'apiKeys' | 'ids'>,
  userId: UserId,
  typed: string,
): Promise<StoredApiKey> => {
  const key = await apiKeys.find(await resolveId(ids, 'apiKey', typed, apiKeyNotFound))
  if (key === undefined || key.userId !== userId || key.isRevoked) throw apiKeyNotFound()
  if (key.createdBy === null) throw keyIsOwn()
  return key
}
