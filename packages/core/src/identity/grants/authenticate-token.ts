import type { TokenHolder, UnitOfWork } from '@teamlore/db'
import { CLIENT_SCOPES, type ClientScope } from '@teamlore/shared/clients'
import { lowerRole } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { isDiskFull } from '../../platform/disk-full.ts'
import { hashSecret } from '../../platform/secret.ts'
import type { Principal } from '../teams/team-scope.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'askAsSystem'>
  /** The address that tokens must be made for. */
  resource: string
  now?: Clock
}

const MAX_TOKEN_CHARS = 500

export const scopesOf = (words: string): ClientScope[] => {
  const named = new Set(words.split(' '))
  return CLIENT_SCOPES.filter((scope) => named.has(scope))
}

const ofToken = (holder: TokenHolder): Principal => {
  const { grantId, teamId, userId, memberRole, most, givenBy, isService } = holder
  const scopes = scopesOf(holder.scope)
  const mayBe = lowerRole(memberRole, most)
  return {
    teamId,
    userId,
    role: scopes.includes('write') ? mayBe : 'viewer',
    actor: {
      kind: 'user',
      via: 'client',
      grantId,
      scopes,
      mayBe,
      ...(givenBy !== null && { givenBy }),
      ...(isService && { isService }),
    },
  }
}

/** Who calls with an access token; undefined when it is unknown, over or made for another address. */
export const makeAuthenticateToken =
  ({ unitOfWork, resource, now = systemClock }: Deps) =>
  async (token: string): Promise<Principal | undefined> => {
    if (token === '' || token.length > MAX_TOKEN_CHARS) return undefined
    const look = async (isNoted: boolean) => {
      const holder = await unitOfWork.askAsSystem(({ oauthTokens }) =>
        oauthTokens.findHolder(hashSecret(token), resource, now(), { isNoted }),
      )
      return holder && ofToken(holder)
    }
    return look(true).catch((error: unknown) => {
      if (isDiskFull(error)) return look(false)
      throw error
    })
  }

export type AuthenticateToken = ReturnType<typeof makeAuthenticateToken>
