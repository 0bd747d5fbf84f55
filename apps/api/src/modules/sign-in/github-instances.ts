import type { OAuth2Namespace } from '@fastify/oauth2'
import type { SignInProvider } from '@teamlore/core'
import { fastify } from 'fastify'
import { issuerOf } from './provider-addresses.ts'
import type { LookupOf } from './provider-fetch.ts'

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 100_000
const REMEMBERED = 100

/** Names by which the plugin hands out, and takes back, what waits in the database. */
export const STATE_COOKIE = 'state'
export const VERIFIER_COOKIE = 'verifier'

type Made = { close: () => Promise<unknown>; oauth: OAuth2Namespace }
export type InstanceOf = (provider: SignInProvider, callbackUrl: string) => Promise<OAuth2Namespace>

const scopesOf = ({ groupRoles }: SignInProvider): string[] => [
  'read:user',
  'user:email',
  ...(groupRoles.length > 0 ? ['read:org'] : []),
]

/** One instance of the plugin for each provider as it is set: another setting is another instance. */
export const createGitHubInstances = (lookupOf: LookupOf): InstanceOf => {
  const kept = new Map<string, Promise<Made>>()
  return async (provider, callbackUrl) => {
    const { id, teamId, clientId, clientSecret } = provider
    const settings = [id, teamId, issuerOf(provider), clientId, clientSecret, scopesOf(provider)]
    const key = JSON.stringify([...settings, callbackUrl])
    const found = kept.get(key)
    if (found !== undefined) return (await found).oauth
    if (kept.size >= REMEMBERED) {
      for (const one of kept.values()) one.then(({ close }) => close()).catch(() => undefined)
      kept.clear()
    }
    const made = make(provider, callbackUrl, lookupOf)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return (await made).oauth
  }
}

/** A server that listens nowhere and has no routes: it only carries the plugin. */
const make = async (
  provider: SignInProvider,
  callbackUrl: string,
  lookupOf: LookupOf,
): Promise<Made> => {
  const { origin, hostname, pathname } = new URL(issuerOf(provider))
  const below = pathname.replace(/\/+$/, '')
  // Loaded when it is first asked for: a bundle loads at its start whatever one of its modules imports.
  const { fastifyOauth2 } = await import('@fastify/oauth2')
  const app = fastify({ logger: false })
  app.register(fastifyOauth2, {
    name: 'provider',
    scope: scopesOf(provider),
    callbackUri: callbackUrl,
    pkce: 'S256',
    redirectStateCookieName: STATE_COOKIE,
    verifierCookieName: VERIFIER_COOKIE,
    userAgent: 'teamlore',
    credentials: {
      client: { id: provider.clientId, secret: provider.clientSecret },
      auth: {
        tokenHost: origin,
        tokenPath: `${below}/login/oauth/access_token`,
        authorizePath: `${below}/login/oauth/authorize`,
      },
      options: { authorizationMethod: 'body' },
      // To this host alone, past the guard, with no redirects, and not for ever.
      http: {
        lookup: lookupOf(provider, hostname),
        redirects: false,
        timeout: TIMEOUT_MS,
        maxBytes: MAX_ANSWER_BYTES,
      },
    },
  })
  await app.ready()
  const { provider: oauth } = app as unknown as { provider: OAuth2Namespace }
  return { oauth, close: () => app.close() }
}
