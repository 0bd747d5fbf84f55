import type { Member, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { type CreateApiKeyRequest, type CreateApiKeyResponse, newId } from '@teamlore/shared'
import { lowerRole, roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret, hintOf, newKeyText } from '../../platform/secret.ts'
import { cleanStrings } from '../../text/clean-strings.ts'
import { findRecipient } from './find-recipient.ts'
import { grantorOf, type TeamScope } from './team-scope.ts'
import { roleTooHigh } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  newKey?: () => string
  ids?: Pick<typeof newId, 'apiKey' | 'event'>
}

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * A key acts as one person and never above them: the caller, or a member whom an admin names. The answer is the only place
 * its text is ever shown.
 *
 * @throws DomainError `access.forbidden`, `member.not_found`, `member.above_you`, `api_key.role_too_high`
 */
export const makeCreateApiKey =
  ({ unitOfWork, now = systemClock, newKey = newKeyText, ids = newId }: Deps) =>
  (scope: TeamScope, request: CreateApiKeyRequest): Promise<CreateApiKeyResponse> =>
    unitOfWork.inTeam(scope, async ({ apiKeys, audit, people }) => {
      const { name, role: wanted, user, expires_in_days: days } = cleanStrings(request)
      const { grantor, recipient } = await findRecipient(people, scope, user)
      const most = lowerRole(scope.role, recipient.role)
      const role = wanted ?? lowerRole('member', most)
      if (!roleCovers(most, role)) throw roleTooHigh()
      const key = newKey()
      const createdAt = now()
      const expiresAt = days === undefined ? null : new Date(createdAt.getTime() + days * DAY_MS)
      const madeBy = await makerOf(people, scope, { grantor, recipient })
      const stored = { id: ids.apiKey(), name, role, hint: hintOf(key) }
      await apiKeys.insert({
        ...stored,
        userId: recipient.id,
        machineId: null,
        keyHash: hashSecret(key),
        createdAt,
        createdBy: madeBy?.id ?? null,
        expiresAt,
      })
      await audit.add({
        id: ids.event(),
        action: 'api_key.created',
        userId: grantor.id,
        subject: stored.id,
        details: { role, user_id: recipient.id },
        personal: { of: recipient.id, fields: { name } },
      })
      return {
        ...stored,
        machine_id: null,
        user: { id: recipient.id, name: recipient.name },
        made_by: madeBy && { id: madeBy.id, name: madeBy.name },
        created_at: createdAt.toISOString(),
        last_used_at: null,
        expires_at: expiresAt?.toISOString() ?? null,
        revoked_at: null,
        key,
      }
    })

/** Who made it for somebody else; of what is made by a credential that was itself given, who gave it. */
const makerOf = async (
  people: TeamRepositories['people'],
  scope: TeamScope,
  { grantor, recipient }: { grantor: Member; recipient: Member },
): Promise<Member | null> => {
  if (grantor.id !== recipient.id) return grantor
  const id = grantorOf(scope)
  return id === null ? null : ((await people.find(id)) ?? null)
}

export type CreateApiKey = ReturnType<typeof makeCreateApiKey>
