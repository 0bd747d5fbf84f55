import { randomBytes } from 'node:crypto'
import type { OAuth2Namespace } from '@fastify/oauth2'
import type { SignInProvider } from '@teamlore/core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerIn, tokenIn } from './github-answer.ts'
import { createGitHubInstances, STATE_COOKIE, VERIFIER_COOKIE } from './github-instances.ts'
import { githubProfile } from './github-profile.ts'
import { isSafeAddress, issuerOf } from './provider-addresses.ts'
import { type ProviderClient, ProviderSettingError } from './provider-client.ts'
import type { FetchOf, LookupOf } from './provider-fetch.ts'

type Deps = { publicUrl: string; fetchOf: FetchOf; lookupOf: LookupOf }

/** GitHub by @fastify/oauth2: it makes state, PKCE and the address, and trades the code. */
export const createGitHubClients = ({
  publicUrl,
  fetchOf,
  lookupOf,
}: Deps): ((provider: SignInProvider) => ProviderClient) => {
  const instanceOf = createGitHubInstances(lookupOf)
  return (provider) => {
    if (!isSafeAddress(issuerOf(provider), publicUrl))
      throw new ProviderSettingError('The address of the provider must begin with https://.')
    return clientFor(provider, {
      fetch: fetchOf(provider),
      oauthFor: (callbackUrl) => instanceOf(provider, callbackUrl),
    })
  }
}

type Parts = {
  fetch: ReturnType<FetchOf>
  oauthFor: (callbackUrl: string) => Promise<OAuth2Namespace>
}

const clientFor = (provider: SignInProvider, { fetch, oauthFor }: Parts): ProviderClient => ({
  begin: async (callbackUrl) => {
    const jar = newJar()
    const oauth = await oauthFor(callbackUrl)
    const url = await oauth.generateAuthorizationUri({} as FastifyRequest, jar.reply)
    // GitHub has no ID token for it to stand in; what waits in the database is of one form for all.
    const nonce = randomBytes(32).toString('base64url')
    return {
      url,
      checks: { state: jar.get(STATE_COOKIE), verifier: jar.get(VERIFIER_COOKIE), nonce },
    }
  },
  profileOf: async ({ answerUrl, ...checks }) => {
    const { origin, pathname, searchParams } = new URL(answerUrl)
    const query = answerIn(provider, searchParams, checks)
    const request = {
      query,
      cookies: { [STATE_COOKIE]: checks.state, [VERIFIER_COOKIE]: checks.verifier },
    }
    const oauth = await oauthFor(`${origin}${pathname}`)
    const answered = await oauth
      .getAccessTokenFromAuthorizationCodeFlow(request as unknown as FastifyRequest)
      .catch(failed)
    const read = tokenIn(answered.token)
    if ('complaint' in read) throw new Error(`GitHub gave no token: ${read.complaint}.`)
    return githubProfile(fetch, provider, read.token)
  },
  findings: [],
  tryCode: async (callbackUrl) => {
    const { oauth2 } = (await oauthFor(callbackUrl)) as unknown as Exchanging
    const asked = {
      code: 'teamlore-test-of-settings',
      redirect_uri: callbackUrl,
      code_verifier: randomBytes(32).toString('base64url'),
    }
    const answered = await oauth2.getToken(asked).catch((error: unknown) => {
      const said = payloadOf(error)
      return said === undefined ? failed(error) : { token: said }
    })
    const read = tokenIn(answered.token)
    return 'complaint' in read ? read.complaint : { taken: true }
  },
})

/** Of the library below the plugin, which its types leave out. */
type Exchanging = { oauth2: { getToken: (asked: object) => Promise<{ token: unknown }> } }

/** Takes what the plugin would put into a browser: it waits in the database, under a cookie of ours. */
const newJar = () => {
  const kept = new Map<string, string>()
  const reply = {
    setCookie: (name: string, value: string) => kept.set(name, value),
    clearCookie: (name: string) => kept.delete(name),
  }
  return {
    reply: reply as unknown as FastifyReply,
    get: (name: string): string => {
      const value = kept.get(name)
      if (value === undefined) throw new Error(`The plugin made no ${name}.`)
      return value
    },
  }
}

/** The library below the plugin keeps the reason of a failure where no log looks for it. */
const failed = (error: unknown): never => {
  const { data } = error as { data?: unknown }
  throw new Error('GitHub cannot be asked.', { cause: data instanceof Error ? data : error })
}

const payloadOf = (error: unknown): unknown =>
  (error as { data?: { payload?: unknown } | null }).data?.payload
