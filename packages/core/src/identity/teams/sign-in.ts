import type { UnitOfWork } from '@teamlore/db'
import { roleCovers } from '@teamlore/shared/roles'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret } from '../../platform/secret.ts'
import { ofBrowser } from './authenticate.ts'
import { type BrowserLife, startBrowserSession, USUAL_BROWSER_LIFE } from './browser-tokens.ts'
import { notingFailure } from './note-failed-sign-in.ts'
import type { Principal } from './team-scope.ts'
import { signInLinkInvalid } from './teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  now?: Clock
  life?: BrowserLife
}

export type SignedIn = {
  /** For the browser's cookie; the server keeps a hash. */
  browserToken: string
  expiresAt: Date
  principal: Principal
}

/**
 * Turns a one-time link into the session of a browser.
 *
 * @throws DomainError `sign_in.link_invalid` when the link is unknown, used or expired.
 */
export const makeSignIn =
  ({ unitOfWork, now = systemClock, life = USUAL_BROWSER_LIFE }: Deps) =>
  ({ token, agent = '' }: { token: string; agent?: string | undefined }): Promise<SignedIn> =>
    notingFailure(
      { unitOfWork },
      'link',
      ({ credentials }) => credentials.whoseSignInLink(hashSecret(token)),
      () => signInBy({ unitOfWork, now, life }, token, agent),
    )

const signInBy = (
  { unitOfWork, now, life }: Required<Deps>,
  token: string,
  agent: string,
): Promise<SignedIn> =>
  unitOfWork.asSystem(async (repos) => {
    const createdAt = now()
    const visitor = await repos.credentials.consumeSignInLink(hashSecret(token), createdAt)
    // A person who rose above what the grantor of the link may hold needs a link of somebody higher.
    if (visitor === undefined) throw signInLinkInvalid()
    if (visitor.givenBy !== null && !roleCovers(visitor.most, visitor.memberRole))
      throw signInLinkInvalid()
    const { teamId, userId, most, isBound, givenBy } = visitor
    const { browserId, browserToken, expiresAt } = await startBrowserSession(
      repos,
      { teamId, userId, most, isBound, givenBy, agent },
      { now: createdAt, life, by: 'link' },
    )
    return { browserToken, expiresAt, principal: ofBrowser({ ...visitor, id: browserId }) }
  })

export type SignIn = ReturnType<typeof makeSignIn>
