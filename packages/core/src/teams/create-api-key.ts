import type { UnitOfWork } from '@teamlore/db'
import { type CreateApiKeyRequest, type CreateApiKeyResponse, newId } from '@teamlore/shared'
import { cleanStrings } from '../platform/clean-strings.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hashSecret, hintOf, newKeyText } from '../platform/secret.ts'
import { requirePerson } from './require-person.ts'
import { roleCovers, type TeamScope } from './team-scope.ts'
import { roleTooHigh } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  newKey?: () => string
  ids?: Pick<typeof newId, 'apiKey' | 'event'>
}

/** The answer is the only place the key's text is ever shown. */
export const makeCreateApiKey =
  ({ unitOfWork, now = systemClock, newKey = newKeyText, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, request: CreateApiKeyRequest): Promise<CreateApiKeyResponse> =>
    unitOfWork.inTeam(scope, async ({ apiKeys, audit }) => {
      const userId = requirePerson(scope)
      const { name, role } = cleanStrings(request)
      if (!roleCovers(scope.role, role)) throw roleTooHigh()
      const key = newKey()
      const createdAt = now()
      const stored = { id: ids.apiKey(), name, role, hint: hintOf(key) }
      await apiKeys.insert({
        ...stored,
        userId,
        machineId: null,
        keyHash: hashSecret(key),
        createdAt,
      })
      await audit.add({
        id: ids.event(),
        action: 'api_key.created',
        userId,
        subject: stored.id,
        details: { name, role },
      })
      return {
        ...stored,
        machine_id: null,
        created_at: createdAt.toISOString(),
        last_used_at: null,
        revoked_at: null,
        key,
      }
    })

export type CreateApiKey = ReturnType<typeof makeCreateApiKey>
