import type { SignInAttempt } from '@teamlore/db'
import type { StartSignIn } from '@teamlore/shared/sign-in'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret, newSecret } from '../../platform/secret.ts'
import { type BrowserLife, startBrowserSession } from '../teams/browser-tokens.ts'
import { notingFailure } from '../teams/note-failed-sign-in.ts'
import { requirePerson } from '../teams/require-person.ts'
import { isWholePerson, type TeamScope } from '../teams/team-scope.ts'
import { acceptByProfile } from './accept-by-profile.ts'
import { admitProfile, findUser, linkProfile } from './admit-profile.ts'
import { findProvider, type ProviderDeps } from './list-providers.ts'
import type { ProviderGateway, ProviderProfile, SignInProvider } from './provider.types.ts'
import { attemptOver, browserBorrowed } from './sign-in.errors.ts'

type Deps = ProviderDeps & {
  gateway: ProviderGateway
  publicUrl: string
  life: BrowserLife
  now?: Clock
}

export const ATTEMPT_MS = 10 * 60 * 1000

/** A page of the dashboard: it shows in words what went wrong. */
export const callbackUrlOf = (publicUrl: string, id: string): string =>
  `${publicUrl.replace(/\/+$/, '')}/sign-in/callback/${id}`

const EMPTY: SignInAttempt = {
  purpose: 'provider',
  provider: null,
  state: null,
  nonce: null,
  verifier: null,
  challenge: null,
  next: null,
  invitation: null,
  userId: null,
}

/** What a browser is given when it begins: where to go, and the token of the cookie that ties the answer to it. */
export type StartedAttempt = { url: string; attemptToken: string; expiresAt: Date }

const startWith = async (
  deps: Deps,
  id: string,
  attempt: Partial<SignInAttempt>,
): Promise<StartedAttempt> => {
  const { gateway, publicUrl, unitOfWork, now = systemClock } = deps
  const provider = await findProvider(deps, id)
  const { url, checks } = await gateway.begin(provider, callbackUrlOf(publicUrl, id))
  const attemptToken = newSecret()
  const moment = now()
  const expiresAt = new Date(moment.getTime() + ATTEMPT_MS)
  await unitOfWork.asSystem(({ signInAttempts }) =>
    signInAttempts.add(
      hashSecret(attemptToken),
      { ...EMPTY, ...checks, ...attempt, provider: id },
      moment,
      expiresAt,
    ),
  )
  return { url, attemptToken, expiresAt }
}

/** @throws DomainError `sign_in.no_provider`, `sign_in.provider_failed` */
export const makeStartProviderSignIn =
  (deps: Deps) =>
  (id: string, { next, invitation }: StartSignIn): Promise<StartedAttempt> =>
    startWith(deps, id, {
      next: next ?? null,
      // What is kept of it opens nothing.
      invitation: invitation === undefined ? null : hashSecret(invitation),
    })

/** Begins to add an account at a provider to the caller. @throws DomainError `sign_in.borrowed` */
export const makeLinkProvider =
  (deps: Deps) =>
  async (scope: TeamScope, id: string, { next }: StartSignIn): Promise<StartedAttempt> => {
    const userId = requirePerson(scope)
    // What it gives would outlast what the grantor of a link may give.
    if (!isWholePerson(scope)) throw browserBorrowed()
    return startWith(deps, id, { purpose: 'link', userId, next: next ?? null })
  }

export type FinishedSignIn = {
  next: string
  /** Undefined where an account was added to somebody who is signed in already. */
  session: { browserToken: string; expiresAt: Date } | undefined
}

/** Checks what a provider answered, and signs the browser in. */
export const makeFinishProviderSignIn =
  (deps: Deps) =>
  async (
    id: string,
    answer: { query: string; attemptToken: string | undefined; agent: string },
  ): Promise<FinishedSignIn> => {
    const { gateway, publicUrl, unitOfWork, life, now = systemClock } = deps
    const { query, attemptToken, agent } = answer
    if (attemptToken === undefined) throw attemptOver()
    const attempt = await unitOfWork.asSystem(({ signInAttempts }) =>
      signInAttempts.take(hashSecret(attemptToken), now()),
    )
    const { state, nonce, verifier } = attempt ?? EMPTY
    // An answer to another question, or of another provider than was asked, is none.
    if (attempt?.provider !== id || state === null || nonce === null || verifier === null)
      throw attemptOver()
    const provider = await findProvider(deps, id)
    const answerUrl = `${callbackUrlOf(publicUrl, id)}?${query}`
    const profile = await gateway.profileOf(provider, { state, nonce, verifier, answerUrl })
    const next = attempt.next ?? '/'
    const isLink = attempt.purpose === 'link'
    const whose = (repos: Parameters<typeof findUser>[0]) =>
      isLink ? Promise.resolve(undefined) : whoFailed(repos, provider, profile)
    return notingFailure(deps, `provider ${id}`, whose, () =>
      unitOfWork.asSystem(async (repos) => {
        const moment = now()
        const { userId } = attempt
        if (isLink) {
          if (userId === null) throw attemptOver()
          await linkProfile(repos, provider, profile, { userId, now: moment })
          return { next, session: undefined }
        }
        const { invitation: tokenHash } = attempt
        const admitted =
          tokenHash === null
            ? await admitProfile(repos, provider, profile, { now: moment })
            : await acceptByProfile(repos, provider, profile, { tokenHash, now: moment })
        const session = await startBrowserSession(
          repos,
          {
            teamId: admitted.teamId,
            userId: admitted.userId,
            isBound: provider.teamId !== null,
            most: 'owner',
            givenBy: null,
            agent,
          },
          { now: moment, life, by: `provider ${id}` },
        )
        return { next, session }
      }),
    )
  }

/** Somebody who is known comes in another time; their team is that of the provider, else their own. */
const whoFailed = async (
  repos: Parameters<typeof findUser>[0],
  provider: SignInProvider,
  profile: ProviderProfile,
) => {
  const userId = await findUser(repos, provider, profile)
  return userId && { userId, teamId: provider.teamId ?? undefined }
}
