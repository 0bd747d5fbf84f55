import type { SignInAttempt, StoredPasskey, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { Passkey } from '@teamlore/shared/sign-in'
import { type Clock, systemClock } from '../../platform/clock.ts'
import { hashSecret, newSecret } from '../../platform/secret.ts'
import { type BrowserLife, startBrowserSession } from '../teams/browser-tokens.ts'
import { notingFailure } from '../teams/note-failed-sign-in.ts'
import { requirePerson } from '../teams/require-person.ts'
import { boundTo, grantorOf, reachOf, type TeamScope } from '../teams/team-scope.ts'
import { ownNotByGiven } from '../teams/teams.errors.ts'
import { ATTEMPT_MS } from './provider-sign-in.ts'
import {
  attemptOver,
  browserOnly,
  noTeam,
  passkeyNotFound,
  passkeyRefused,
} from './sign-in.errors.ts'

/** What a browser sends of a passkey, field by field checked by the gateway. */
export type PasskeyResponse = { id: string } & Record<string, unknown>

export type NewCredential = {
  credentialId: string
  publicKey: string
  counter: number
  transports: string[]
}

/** Speaks WebAuthn. */
export type PasskeyGateway = {
  registrationOptions: (
    person: { id: string; name: string },
    known: readonly string[],
  ) => Promise<{ challenge: string; options: Record<string, unknown> }>
  /** @throws when what was signed does not fit. */
  verifyRegistration: (response: PasskeyResponse, challenge: string) => Promise<NewCredential>
  authenticationOptions: () => Promise<{ challenge: string; options: Record<string, unknown> }>
  /** @returns the new counter. @throws when what was signed does not fit. */
  verifyAuthentication: (
    response: PasskeyResponse,
    challenge: string,
    passkey: Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>,
  ) => Promise<number>
}

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'asSystem'>
  passkeyGateway: PasskeyGateway
  life: BrowserLife
  now?: Clock
}

export type StartedPasskey = {
  options: Record<string, unknown>
  attemptToken: string
  expiresAt: Date
}

const NONE: SignInAttempt = {
  purpose: 'passkey',
  provider: null,
  state: null,
  nonce: null,
  verifier: null,
  challenge: null,
  next: null,
  invitation: null,
  userId: null,
}

const remember = async (
  { unitOfWork, now = systemClock }: Deps,
  attempt: Partial<SignInAttempt>,
): Promise<Omit<StartedPasskey, 'options'>> => {
  const attemptToken = newSecret()
  const moment = now()
  const expiresAt = new Date(moment.getTime() + ATTEMPT_MS)
  const added = { ...NONE, ...attempt }
  await unitOfWork.asSystem(({ signInAttempts }) =>
    signInAttempts.add(hashSecret(attemptToken), added, moment, expiresAt),
  )
  return { attemptToken, expiresAt }
}

/** @throws DomainError `sign_in.attempt_over` */
const challengeOf = async (
  { unitOfWork, now = systemClock }: Deps,
  attemptToken: string | undefined,
  fits: (attempt: SignInAttempt) => boolean,
): Promise<string> => {
  if (attemptToken === undefined) throw attemptOver()
  const attempt = await unitOfWork.asSystem(({ signInAttempts }) =>
    signInAttempts.take(hashSecret(attemptToken), now()),
  )
  if (attempt === undefined || attempt.challenge === null || !fits(attempt)) throw attemptOver()
  return attempt.challenge
}

const refusing = async <T>(verify: () => Promise<T>): Promise<T> => {
  try {
    return await verify()
  } catch (error) {
    throw passkeyRefused({ cause: error })
  }
}

export const makeStartPasskeySignIn = (deps: Deps) => async (): Promise<StartedPasskey> => {
  const { challenge, options } = await deps.passkeyGateway.authenticationOptions()
  return { options, ...(await remember(deps, { purpose: 'passkey', challenge })) }
}

/** @throws DomainError `sign_in.attempt_over`, `passkey.refused`, `sign_in.no_team` */
export const makeFinishPasskeySignIn =
  (deps: Deps) =>
  async (
    response: PasskeyResponse,
    { attemptToken, agent }: { attemptToken: string | undefined; agent: string },
  ): Promise<{ browserToken: string; expiresAt: Date }> => {
    const { unitOfWork, passkeyGateway, life, now = systemClock } = deps
    const challenge = await challengeOf(deps, attemptToken, ({ purpose }) => purpose === 'passkey')
    const passkey = await unitOfWork.asSystem(({ passkeys }) => passkeys.find(response.id))
    if (passkey === undefined) throw passkeyRefused()
    const { userId, boundTeamId, most, givenBy } = passkey
    const whose = async () => ({ userId, teamId: boundTeamId ?? undefined })
    const counter = await notingFailure(deps, 'passkey', whose, () =>
      refusing(() => passkeyGateway.verifyAuthentication(response, challenge, passkey)),
    )
    return unitOfWork.asSystem(async (repos) => {
      const moment = now()
      const home = await repos.browserSessions.homeTeamOf(userId)
      const teamId = boundTeamId ?? home?.teamId
      if (teamId === undefined) throw noTeam()
      if ((await repos.identities.roleIn(teamId, userId)) === undefined) throw noTeam()
      await repos.passkeys.used(passkey.id, counter, moment)
      const session = { teamId, userId, most, isBound: boundTeamId !== null, givenBy, agent }
      return startBrowserSession(repos, session, { now: moment, life, by: 'passkey' })
    })
  }

/** @throws DomainError `sign_in.browser_only` */
const inBrowser = ({ actor }: TeamScope): { isBound: boolean } => {
  if (actor.kind !== 'user' || actor.via !== 'browser') throw browserOnly()
  return { isBound: actor.isBound === true }
}

/** @throws DomainError `sign_in.browser_only` */
export const makeStartPasskey =
  (deps: Deps) =>
  async (scope: TeamScope): Promise<StartedPasskey> => {
    const userId = requirePerson(scope)
    inBrowser(scope)
    const { unitOfWork, passkeyGateway } = deps
    const { name, known } = await unitOfWork.asSystem(async ({ identities, passkeys }) => ({
      name: await identities.nameOf(userId),
      known: (await passkeys.listOf(userId)).map(({ credentialId }) => credentialId),
    }))
    const person = { id: userId, name }
    const { challenge, options } = await passkeyGateway.registrationOptions(person, known)
    return { options, ...(await remember(deps, { purpose: 'new_passkey', challenge, userId })) }
  }

/** @throws DomainError `sign_in.browser_only`, `sign_in.attempt_over`, `passkey.refused` */
export const makeAddPasskey =
  (deps: Deps) =>
  async (
    scope: TeamScope,
    { name, response }: { name: string; response: PasskeyResponse },
    attemptToken: string | undefined,
  ): Promise<Passkey> => {
    const { unitOfWork, passkeyGateway, now = systemClock } = deps
    const userId = requirePerson(scope)
    const { isBound } = inBrowser(scope)
    const challenge = await challengeOf(
      deps,
      attemptToken,
      (attempt) => attempt.purpose === 'new_passkey' && attempt.userId === userId,
    )
    const credential = await refusing(() => passkeyGateway.verifyRegistration(response, challenge))
    return unitOfWork.asSystem(async ({ identities, passkeys, auditOf }) => {
      if ((await passkeys.find(credential.credentialId)) !== undefined) throw passkeyRefused()
      const id = newId.passkey()
      const moment = now()
      // It gives no more than the browser had in which it was made.
      const limits = {
        boundTeamId: isBound ? scope.teamId : null,
        most: isBound ? scope.role : 'owner',
        givenBy: grantorOf(scope),
      }
      await passkeys.add({ id, userId, name, ...credential, ...limits } as StoredPasskey, moment)
      await auditOf(scope.teamId, scope.given).add({
        id: newId.event(),
        action: 'passkey.added',
        userId,
        subject: id,
        details: { name },
      })
      const grantor = limits.givenBy
      return {
        id,
        name,
        created_at: moment.toISOString(),
        last_used_at: null,
        made_by: grantor && { id: grantor, name: await identities.nameOf(grantor) },
      }
    })
  }

export const makeListPasskeys =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  async (scope: TeamScope): Promise<{ items: Passkey[] }> => {
    const userId = requirePerson(scope)
    const found = await unitOfWork.asSystem(({ passkeys }) =>
      passkeys.listOf(userId, boundTo(scope)),
    )
    return { items: found.map(({ credentialId: _hidden, ...passkey }) => passkey) }
  }

/** @throws DomainError `passkey.not_found`, `access.own_not_by_given` */
export const makeRemovePasskey =
  ({ unitOfWork }: Pick<Deps, 'unitOfWork'>) =>
  (scope: TeamScope, { id }: { id: string }): Promise<void> =>
    unitOfWork.asSystem(async ({ passkeys, auditOf }) => {
      const userId = requirePerson(scope)
      if (!(await passkeys.removeOf(userId, reachOf(scope), id))) {
        const shown = await passkeys.listOf(userId, boundTo(scope))
        throw shown.some((passkey) => passkey.id === id) ? ownNotByGiven() : passkeyNotFound()
      }
      const action = 'passkey.removed'
      await auditOf(scope.teamId, scope.given).add({
        id: newId.event(),
        action,
        userId,
        subject: id,
      })
    })
