import type { TeamScope } from '@teamlore/core'
import {
  consentNotFound,
  consentOtherTeam,
  possibleScopes,
  requireBrowser,
  scopesOf,
} from '@teamlore/core/grants'
import type { AnswerConsent, Consent } from '@teamlore/shared/clients'
import { firstVisible } from '@teamlore/shared/names'
import type { Provider } from 'oidc-provider'
import type { Exchange } from '../../routing/route.ts'
import { isLocalRedirect, redirectName, resourceOf } from './addresses.ts'
import type { GrantUseCases } from './grants.use-cases.ts'
import { noteDenial } from './note-denial.ts'

type Deps = {
  useCases: Pick<GrantUseCases, 'oauthServer' | 'allowClient' | 'denyClient' | 'teamNameOf'>
  publicUrl: string
}

const MAX_NAME = 100

/**
 * The request that waits in this browser, and no other: whoever sends somebody the address of theirs gets nothing.
 * @throws DomainError `consent.not_found`
 */
const waitingIn = async (provider: Provider, { request, reply }: Exchange, id: string) => {
  const waiting = await provider
    .interactionDetails(request.raw, reply.raw)
    .catch((error: unknown) => {
      if (error instanceof Error && error.constructor.name === 'SessionNotFound')
        throw consentNotFound({ cause: error })
      throw error
    })
  if (waiting.uid !== id) throw consentNotFound()
  const clientId = String(waiting.params['client_id'])
  const redirectUri = String(waiting.params['redirect_uri'])
  const client = await namedClient(provider, clientId)
  if (client === undefined) throw consentNotFound()
  return { ...client, redirectUri, asked: scopesOf(String(waiting.params['scope'] ?? '')) }
}

/** A client as people are shown it. */
export const namedClient = async (provider: Provider, clientId: string) => {
  const client = await provider.Client.find(clientId)
  if (client === undefined) return undefined
  const isDocument = /^https:\/\//.test(clientId)
  return {
    clientId,
    clientName: (firstVisible(client.clientName) ?? 'A client without a name').slice(0, MAX_NAME),
    knownBy: isDocument ? new URL(clientId).hostname : null,
  }
}

/** @throws DomainError `sign_in.browser_only`, `consent.not_found` */
export const makeFindConsent =
  ({ useCases }: Deps) =>
  async (scope: TeamScope, { id }: { id: string }, exchange: Exchange): Promise<Consent> => {
    requireBrowser(scope)
    const waiting = await waitingIn(await useCases.oauthServer(), exchange, id)
    const { clientName, knownBy, redirectUri, asked } = waiting
    return {
      client: {
        name: clientName,
        known_by: knownBy,
        redirect_to: redirectName(redirectUri),
        is_local: isLocalRedirect(redirectUri),
      },
      scopes: asked,
      possible: possibleScopes(scope.role, asked),
      team: { id: scope.teamId, name: await useCases.teamNameOf(scope) },
    }
  }

/** @throws DomainError `sign_in.browser_only`, `consent.not_found`, `consent.other_team` */
export const makeAnswerConsent =
  ({ useCases, publicUrl }: Deps) =>
  async (
    scope: TeamScope,
    { id, allow, team, scopes }: AnswerConsent & { id: string },
    exchange: Exchange,
  ): Promise<{ url: string }> => {
    requireBrowser(scope)
    const provider = await useCases.oauthServer()
    const { clientId, clientName, redirectUri, asked } = await waitingIn(provider, exchange, id)
    const answer = async (result: Record<string, unknown>) => {
      const { raw } = exchange.request
      const mergeWithLastSubmission = false
      return {
        url: await provider.interactionResult(raw, exchange.reply.raw, result, {
          mergeWithLastSubmission,
        }),
      }
    }
    if (!allow) {
      const denied = await answer({
        error: 'access_denied',
        error_description: 'The person said no',
      })
      const { log } = exchange.request
      await noteDenial({ useCases, log }, scope, { clientId, clientName })
      return denied
    }
    if (team !== scope.teamId) throw consentOtherTeam()
    const client = {
      clientId,
      clientName,
      redirectTo: redirectName(redirectUri),
      resource: resourceOf(publicUrl),
      asked,
    }
    const grantId = await useCases.allowClient(scope, client, scopes ?? asked)
    return answer({
      login: { accountId: scope.userId, remember: false },
      consent: { grantId },
    })
  }
