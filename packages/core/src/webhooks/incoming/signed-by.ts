import type { StoredIncomingHook, UnitOfWork } from '@teamlore/db'
import { incomingHookIdSchema } from '@teamlore/shared/ids'
import { DomainError } from '../../errors.ts'
import type { SecretBox } from '../../identity/sign-in/secret-box.ts'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import { secretsOf } from '../signing/signature.ts'
import { incomingRefused } from './incoming.errors.ts'
import { isSigned } from './verify.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'inTeam'>
  secretBox: SecretBox | undefined
}

/** As it came over the wire: the signature is of these very characters. */
export type SentIncoming = {
  hook: string
  id: string | undefined
  timestamp: string | undefined
  signature: string | undefined
  body: string
}

const MESSAGE_ID = /^[\x21-\x7e]{1,200}$/

/** None where they cannot be read: that is for an admin to see, and says to a stranger that there is such an address. */
const secretsFor = async (
  { unitOfWork, secretBox }: Deps,
  stored: StoredIncomingHook,
  now: Date,
): Promise<string[]> => {
  try {
    return secretsOf(secretBox, stored, now)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (stored.error !== error.message)
      await unitOfWork.inTeam(grantSystemScope(stored.teamId), ({ incomingHooks }) =>
        incomingHooks.noteError(stored.id, error.message),
      )
    return []
  }
}

/** Of an address that is none the same is said as of a wrong signature. @throws DomainError `incoming_hook.refused` */
export const signedBy = async (
  { unitOfWork, secretBox }: Deps,
  { hook, id, timestamp, signature, body }: SentIncoming,
  now: Date,
): Promise<{ stored: StoredIncomingHook; messageId: string }> => {
  const read = incomingHookIdSchema.safeParse(hook)
  if (!read.success || id === undefined || timestamp === undefined || signature === undefined)
    throw incomingRefused()
  const stored = await unitOfWork.asSystem(({ allIncomingHooks }) =>
    allIncomingHooks.find(read.data),
  )
  if (stored === undefined || !stored.isOn || !MESSAGE_ID.test(id)) throw incomingRefused()
  const secrets = await secretsFor({ unitOfWork, secretBox }, stored, now)
  if (!isSigned(secrets, { id, timestamp, signature, body }, now)) throw incomingRefused()
  return { stored, messageId: id }
}
