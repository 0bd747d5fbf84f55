import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hashSecret, newSecret } from '../platform/secret.ts'
import { ofBrowser } from './authenticate.ts'
import type { Principal } from './team-scope.ts'
import { signInLinkInvalid } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  now?: Clock
  newToken?: () => string
  ids?: Pick<typeof newId, 'event'>
}

export type SignedIn = {
  /** For the browser's cookie; the server keeps a hash. */
  browserToken: string
  expiresAt: Date
  principal: Principal
}

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000

/**
 * Turns a one-time link into a browser session of 30 days.
 *
 * @throws DomainError `sign_in.link_invalid` when the link is unknown, used or expired.
 */
export const makeSignIn =
  ({ unitOfWork, now = systemClock, newToken = newSecret, ids = newId }: Deps) =>
  ({ token }: { token: string }): Promise<SignedIn> =>
    unitOfWork.asSystem(async ({ credentials, auditOf }) => {
      const createdAt = now()
      const visitor = await credentials.consumeSignInLink(hashSecret(token), createdAt)
      // A person who rose above what the giver of the link may hold needs a link of somebody higher.
      if (visitor === undefined || !roleCovers(visitor.most, visitor.memberRole))
        throw signInLinkInvalid()
      const { teamId, userId, most, isBound } = visitor
      const browserToken = newToken()
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
      const tokenHash = hashSecret(browserToken)
      await credentials.addBrowserSession({
        ...{ tokenHash, teamId, userId, most, isBound, createdAt, expiresAt },
      })
      await auditOf(teamId).add({ id: ids.event(), action: 'sign_in.succeeded', userId })
      return { browserToken, expiresAt, principal: ofBrowser(visitor) }
    })

export type SignIn = ReturnType<typeof makeSignIn>
