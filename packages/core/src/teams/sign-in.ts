import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hashSecret, newSecret } from '../platform/secret.ts'
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
      if (visitor === undefined) throw signInLinkInvalid()
      const { teamId, userId, memberRole } = visitor
      const browserToken = newToken()
      const expiresAt = new Date(createdAt.getTime() + LIFETIME_MS)
      const tokenHash = hashSecret(browserToken)
      await credentials.addBrowserSession({ tokenHash, teamId, userId, createdAt, expiresAt })
      await auditOf(teamId).add({ id: ids.event(), action: 'sign_in.succeeded', userId })
      const actor = { kind: 'user', via: 'browser' } as const
      return { browserToken, expiresAt, principal: { teamId, userId, role: memberRole, actor } }
    })

export type SignIn = ReturnType<typeof makeSignIn>
