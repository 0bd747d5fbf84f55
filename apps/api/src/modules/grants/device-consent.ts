import type { TeamScope } from '@teamlore/core'
import {
  consentOtherTeam,
  deviceNotFound,
  possibleScopes,
  requireBrowser,
  scopesOf,
} from '@teamlore/core/grants'
import type { AnswerDevice, WaitingDevice } from '@teamlore/shared/sign-in'
import type { FastifyBaseLogger } from 'fastify'
import { resourceOf } from './addresses.ts'
import { namedClient } from './consent.ts'
import type { GrantUseCases } from './grants.use-cases.ts'
import { noteDenial } from './note-denial.ts'

type Deps = {
  useCases: Pick<
    GrantUseCases,
    'oauthServer' | 'oauthState' | 'allowClient' | 'denyClient' | 'teamNameOf'
  >
  publicUrl: string
}

type Kept = { clientId?: string; params?: { scope?: string }; iat?: number; deviceInfo?: Info }
type Info = { address?: string }

/** The client that waits under a short code; undefined where none does. @throws DomainError `sign_in.browser_only` */
const waitingUnder = async ({ useCases }: Deps, scope: TeamScope, userCode: string) => {
  const kept = (await useCases.oauthState.deviceRequests.findWaiting(userCode)) as Kept | undefined
  if (kept === undefined) return undefined
  requireBrowser(scope)
  const client = await namedClient(await useCases.oauthServer(), kept.clientId ?? '')
  if (client === undefined) throw deviceNotFound()
  return {
    ...client,
    asked: scopesOf(kept.params?.scope ?? ''),
    address: kept.deviceInfo?.address ?? '',
    askedAt: new Date((kept.iat ?? 0) * 1000).toISOString(),
  }
}

/** The page /device for clients: the same question as on the page of consent, for who waits elsewhere. */
export const deviceConsent = (deps: Deps) => ({
  findWaitingClient: async (
    scope: TeamScope,
    { user_code }: { user_code: string },
  ): Promise<WaitingDevice | undefined> => {
    const waiting = await waitingUnder(deps, scope, user_code)
    if (waiting === undefined) return undefined
    const { clientName, knownBy, asked, address, askedAt } = waiting
    return {
      user_code: `${user_code.slice(0, 4)}-${user_code.slice(4)}`,
      machine: null,
      client: {
        name: clientName,
        known_by: knownBy,
        scopes: asked,
        possible: possibleScopes(scope.role, asked),
      },
      address,
      asked_at: askedAt,
      team: { id: scope.teamId, name: await deps.useCases.teamNameOf(scope) },
    }
  },

  /** False where no client waits. @throws DomainError `sign_in.browser_only`, `consent.other_team`, `device.not_found` */
  answerWaitingClient: async (
    scope: TeamScope,
    { user_code, allow, team, scopes }: AnswerDevice,
    log: Pick<FastifyBaseLogger, 'error'>,
  ): Promise<boolean> => {
    const { useCases, publicUrl } = deps
    const waiting = await waitingUnder(deps, scope, user_code)
    if (waiting === undefined) return false
    if (allow && team !== scope.teamId) throw consentOtherTeam()
    const { deviceRequests, findGrant } = useCases.oauthState
    if (!(await deviceRequests.claim(user_code))) throw deviceNotFound()
    const { clientId, clientName, address, asked } = waiting
    if (!allow) {
      await deviceRequests.complete(user_code, DENIED, null)
      await noteDenial({ useCases, log }, scope, { clientId, clientName })
      return true
    }
    const resource = resourceOf(publicUrl)
    const client = { clientId, clientName, redirectTo: address, resource, asked }
    const grantId = await useCases.allowClient(scope, client, scopes ?? asked)
    const grant = await findGrant(grantId)
    // Ended in this very moment, it is as good as a no.
    const answer = grant && {
      accountId: grant.userId,
      grantId,
      scope: grant.scopes.join(' '),
      resource,
      authTime: Math.floor(Date.now() / 1000),
    }
    await deviceRequests.complete(user_code, answer ?? DENIED, answer ? grantId : null)
    return true
  },
})

const DENIED = { error: 'access_denied', errorDescription: 'The person said no' }
