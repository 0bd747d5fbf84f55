import { type SignInProvider, USUAL_BROWSER_LIFE } from '@teamlore/core'
import { parseAllowedHosts } from '@teamlore/shared/outbound'
import type { FastifyBaseLogger, LightMyRequestResponse } from 'fastify'
import { LINKS_ALONE } from '../modules/sign-in/sign-in.use-cases.ts'
import { bearer } from './edge-app.ts'
import { type OidcServer, startOidcServer } from './providers/oidc-server.ts'
import { openWorld, type World } from './world.ts'

export const PUBLIC_URL = 'http://localhost:4999'

/** A browser: it keeps cookies, and says where its page is from. */
const openBrowser = (world: World, origin: string) => {
  const jar: Record<string, string> = {}
  const call = async (
    method: 'GET' | 'POST' | 'DELETE' | 'PUT',
    url: string,
    payload?: object,
  ): Promise<LightMyRequestResponse> => {
    const answer = await world.app.inject({
      method,
      url,
      cookies: jar,
      headers: { origin, 'user-agent': 'Test browser' },
      ...(payload && { payload }),
    })
    for (const { name, value } of answer.cookies) jar[name] = value
    return answer
  }
  return { call, jar }
}

export type Browser = ReturnType<typeof openBrowser>

/** Status, and the code of the error or the page to go on with. */
export const codeOf = (answer: LightMyRequestResponse): [number, string] => {
  const { error, next } = answer.json()
  return [answer.statusCode, error?.code ?? next]
}

export type SignInWorld = Awaited<ReturnType<typeof openSignInWorld>>

const providerAt = (oidc: OidcServer): SignInProvider => ({
  id: 'oidc',
  teamId: null,
  kind: 'oidc',
  name: 'Acme',
  issuer: oidc.issuer,
  clientId: oidc.clientId,
  clientSecret: oidc.clientSecret,
  allowedDomains: ['example.com'],
  newRole: 'member',
  emailTrust: 'verified',
  groupsClaim: 'groups',
  groupRoles: [{ group: 'platform', role: 'admin' }],
})

/** The API beside a real OpenID provider, and a clock that goes on when it is moved; `others` are the same provider, set up another way. */
export const openSignInWorld = async (
  others: readonly (Partial<SignInProvider> & { id: string })[] = [],
  allowed = 'localhost',
  log?: FastifyBaseLogger,
) => {
  let time = Date.now()
  const ids = ['oidc', ...others.map(({ id }) => id)]
  const callbacks = ids.map((id) => `${PUBLIC_URL}/sign-in/callback/${id}`)
  const oidc = await startOidcServer(callbacks, {
    ana: { email: 'Ana@example.com', email_verified: true, name: 'Ana', groups: ['developers'] },
    boss: { email: 'boss@example.com', email_verified: true, name: 'B', groups: ['platform'] },
    unproven: { email: 'un@example.com', email_verified: false, name: 'U' },
    silent: { email: 'silent@example.com', name: 'Silent' },
    stranger: { email: 's@elsewhere.test', email_verified: true, name: 'S' },
    trick: { email: 't@example.com.elsewhere.test', email_verified: true, name: 'T' },
  })
  const signIn = {
    life: USUAL_BROWSER_LIFE,
    groupRoles: [{ group: 'platform', role: 'admin' as const }],
    secret: 'a secret of the test that is long enough',
    allowedHosts: parseAllowedHosts(allowed) ?? LINKS_ALONE.allowedHosts,
    providers: [providerAt(oidc), ...others.map((other) => ({ ...providerAt(oidc), ...other }))],
  }
  const world = await openWorld(
    { publicUrl: PUBLIC_URL },
    { now: () => new Date(time), signIn, hasOwnDatabase: true, log },
  )
  const us = await world.addTeam('Owner')

  const newBrowser = (origin = PUBLIC_URL) => openBrowser(world, origin)

  const signInAs = async (browser: Browser, account: string, provider = 'oidc') => {
    const at = `/v1/sign-in/providers/${provider}`
    const started = await browser.call('POST', `${at}/start`, { next: '/sessions' })
    if (started.statusCode !== 200) return started
    const { url } = started.json()
    const query = new URL(await oidc.signIn(url, account)).search.slice(1)
    return browser.call('POST', `${at}/finish`, { query })
  }

  return {
    world,
    oidc,
    us,
    newBrowser,
    signInAs,
    wait: (ms: number) => {
      time += ms
    },

    async signedIn(account = 'ana') {
      const browser = newBrowser()
      await signInAs(browser, account)
      return browser
    },

    /** The owner of the team, by a link of their own. */
    async ownersBrowser() {
      const browser = newBrowser()
      const { url } = (
        await world.app.inject({
          method: 'POST',
          url: '/v1/sign-in-links',
          headers: bearer(us.keys.owner),
          payload: {},
        })
      ).json()
      await browser.call('POST', '/v1/sign-in', {
        token: new URL(url).searchParams.get('token') ?? '',
      })
      return browser
    },

    async [Symbol.asyncDispose]() {
      await world[Symbol.asyncDispose]()
      await oidc[Symbol.asyncDispose]()
    },
  }
}
