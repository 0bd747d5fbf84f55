import type { KeyHolder, UnitOfWork, Visitor } from '@teamlore/db'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hashSecret } from '../platform/secret.ts'
import { lowerRole, type Principal } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem'>; now?: Clock }

/** What a caller shows: an API key, or the token of a browser's cookie. */
export type Credential = { apiKey: string } | { browserToken: string }

/** No secret of ours comes near this; longer ones are not worth hashing. */
const MAX_SECRET_CHARS = 500

const ofKey = ({ teamId, userId, machineId, keyRole, memberRole }: KeyHolder): Principal => ({
  teamId,
  userId,
  // A person who lost a role lost it for their keys too.
  role: lowerRole(keyRole, memberRole),
  actor: machineId === null ? { kind: 'user', via: 'api_key' } : { kind: 'machine', machineId },
})

const ofBrowser = ({ teamId, userId, memberRole }: Visitor): Principal => ({
  teamId,
  userId,
  role: memberRole,
  actor: { kind: 'user', via: 'browser' },
})

/** Who is calling; undefined when the key or token is unknown, revoked or over. */
export const makeAuthenticate =
  ({ unitOfWork, now = systemClock }: Deps) =>
  async (credential: Credential): Promise<Principal | undefined> => {
    const secret = 'apiKey' in credential ? credential.apiKey : credential.browserToken
    if (secret === '' || secret.length > MAX_SECRET_CHARS) return undefined
    const hash = hashSecret(secret)
    return unitOfWork.asSystem(async ({ credentials }) => {
      if ('apiKey' in credential) {
        const holder = await credentials.findByKey(hash, now())
        return holder && ofKey(holder)
      }
      const visitor = await credentials.findByBrowserToken(hash, now())
      return visitor && ofBrowser(visitor)
    })
  }

export type Authenticate = ReturnType<typeof makeAuthenticate>
