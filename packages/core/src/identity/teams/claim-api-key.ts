import type { StoredApiKey, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type UserId } from '@teamlore/shared'
import type { ClaimApiKeyResponse } from '@teamlore/shared/sign-in'
import { resolveId } from '../../platform/resolve-id.ts'
import { hashSecret, hintOf, newKeyText } from '../../platform/secret.ts'
import { requirePerson } from './require-person.ts'
import { grantorOf, type TeamScope } from './team-scope.ts'
import { apiKeyNotFound, keyIsOwn, keyOfMachine, notByGiven } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  newKey?: () => string
  ids?: Pick<typeof newId, 'event'>
}

/**
 * A person says that a key which somebody else made for them is theirs: from here on it opens what is private to them. Its maker
 * has seen the text, so it gets a new one. A machine gets its own by being logged in by that person: who made its first key may
 * have registered it and hold a copy.
 *
 * @throws DomainError `api_key.not_by_given`, `api_key.not_found`, `api_key.is_own`, `api_key.of_machine`
 */
export const makeClaimApiKey =
  ({ unitOfWork, newKey = newKeyText, ids = newId }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<ClaimApiKeyResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      if (grantorOf(scope) !== null) throw notByGiven()
      const key = await givenKeyOf(repos, userId, id)
      const text = newKey()
      await repos.apiKeys.claim(key.id, { keyHash: hashSecret(text), hint: hintOf(text) })
      await repos.audit.add({
        id: ids.event(),
        action: 'api_key.claimed',
        userId,
        machineId: null,
        subject: key.id,
        details: { made_by: key.createdBy },
      })
      // What listens with it is asked again what it may hear.
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
  if (key.machineId !== null) throw keyOfMachine()
  return key
}
