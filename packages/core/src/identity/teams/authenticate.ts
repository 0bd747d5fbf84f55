import type { KeyHolder, UnitOfWork, Visitor } from '@teamlore/db'
import type { BrowserId } from '@teamlore/shared'
import { lowerRole } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { hashSecret } from '../../platform/secret.ts'
import {
  type BrowserLife,
  type KnownBrowser,
  knowBrowser,
  USUAL_BROWSER_LIFE,
} from './browser-tokens.ts'
import type { Principal } from './team-scope.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem' | 'askAsSystem'>
  now?: Clock
  life?: BrowserLife
}

/** Who calls; a browser may also be given a new token for its cookie. */
export type Authenticated = Principal & { renewed?: KnownBrowser['renewed'] }

/** What a caller shows: an API key, or the token of a browser's cookie. */
export type Credential = { apiKey: string } | { browserToken: string }

/** No secret of ours comes near this; longer ones are not worth hashing. */
const MAX_SECRET_CHARS = 500

const ofKey = (holder: KeyHolder): Principal => {
  const { teamId, userId, machineId, keyRole, memberRole, givenBy, isService, isOperators } = holder
  const given = {
    ...(givenBy !== null && { givenBy }),
    ...(isService && { isService }),
  }
  return {
    teamId,
    userId,
    // A person who lost a role lost it for their keys too.
    role: lowerRole(keyRole, memberRole),
    actor:
      machineId === null
        ? { kind: 'user', via: 'api_key', ...given, ...(isOperators && { isOperators }) }
        : { kind: 'machine', machineId, ...given },
  }
}

export const ofBrowser = (visitor: Visitor & { id?: BrowserId }): Principal => {
  const { id, teamId, userId, memberRole, most, isBound, givenBy } = visitor
  return {
    teamId,
    userId,
    role: lowerRole(memberRole, most),
    actor: {
      kind: 'user',
      via: 'browser',
      ...(isBound && { isBound }),
      ...(id && { browserId: id }),
      ...(givenBy && { givenBy }),
    },
  }
}

/** Who is calling; undefined when the key or token is unknown, revoked or over. */
export const makeAuthenticate =
  ({ unitOfWork, now = systemClock, life = USUAL_BROWSER_LIFE }: Deps) =>
  async (credential: Credential): Promise<Authenticated | undefined> => {
    const secret = 'apiKey' in credential ? credential.apiKey : credential.browserToken
    if (secret === '' || secret.length > MAX_SECRET_CHARS) return undefined
    const lookForKey = async (isNoted: boolean): Promise<Authenticated | undefined> => {
      const holder = await unitOfWork.askAsSystem(({ credentials }) =>
        credentials.findByKey(hashSecret(secret), now(), { isNoted }),
      )
      return holder && ofKey(holder)
    }
    const lookForBrowser = (isNoted: boolean): Promise<Authenticated | undefined> =>
      unitOfWork.asSystem(async (repos) => {
        const known = await knowBrowser(repos, secret, { now: now(), life, isNoted })
        if (known === undefined) return undefined
        const { visitor, renewed } = known
        return { ...ofBrowser(visitor), ...(renewed && { renewed }) }
      })
    const look = 'apiKey' in credential ? lookForKey : lookForBrowser
    // Reading goes on where nothing can be written any more, be it that somebody was here.
    return look(true).catch((error: unknown) => {
      if (isDiskFull(error)) return look(false)
      throw error
    })
  }

export type Authenticate = ReturnType<typeof makeAuthenticate>
