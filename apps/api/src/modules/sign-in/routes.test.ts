import { newId, type RouteOf } from '@teamlore/shared'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../../testing/edge-app.ts'
import { nameOf, SIGN_IN_ROUTES } from '../../testing/sign-in-routes.ts'
import {
  codeOf,
  openSignInWorld,
  PUBLIC_URL,
  type SignInWorld,
} from '../../testing/sign-in-world.ts'

let home: SignInWorld
beforeAll(async () => {
  home = await openSignInWorld()
})
afterAll(() => home[Symbol.asyncDispose]())

const PROVIDER = {
  kind: 'oidc',
  name: 'Ours',
  client_id: 'teamlore',
  client_secret: 'the-secret-of-the-test',
}

const EVENTS = ['memory.activated']

/** What each takes, by the beginning of its method and path; the first that fits counts. */
const PAYLOADS: readonly [RegExp, object][] = [
  [/^PUT \/v1\/webhooks/, { events: EVENTS, is_on: true }],
  [/^POST \/v1\/webhooks/, { url: 'https://hooks.example.com', events: EVENTS }],
  [/\/v1\/incoming-hooks/, { name: 'CI', is_on: true }],
  [/\/required$/, { repository: '1', required: [] }],
  [/\/v1\/slack\/.*\/keys$/, { signing_secret: 'the-secret-of-the-test', bot_token: 'xoxb-test' }],
  [/^PUT \/v1\/slack/, { digest_channel: null, project: null }],
  [/^PUT \/v1\/integrations\/.*\/token$/, { token: 'glpat-of-the-test-000' }],
  [/^PUT \/v1\/integrations/, { shows_names: true }],
  [/\/v1\/(?:slack|integrations)/, {}],
  [/^PUT |\/v1\/sign-in-providers$/, { ...PROVIDER, issuer: 'https://id.example.com' }],
  [/\/v1\/managed-clients/, { name: 'Editor', provider: 'oidc' }],
  [/\/v1\/consent/, { allow: true, team: 'team_of_nobody' }],
  [/\/v1\/device/, { user_code: 'WDJBMJHT', allow: true }],
]

describe('every route of signing in', () => {
  const BELOW = { member: 'viewer', admin: 'member', owner: 'admin' } as const
  const guarded = SIGN_IN_ROUTES.filter(({ needs }) => needs !== 'nobody')
  const addressOf = (route: RouteOf) =>
    route.path
      .replace('/sign-in-providers/:id', `/sign-in-providers/${newId.provider()}`)
      .replace('/passkeys/:id', `/passkeys/${newId.passkey()}`)
      .replace('/browsers/:id', `/browsers/${newId.browser()}`)
      .replace('/managed-clients/:id', `/managed-clients/${newId.managedClient()}`)
      .replace('/clients/:id', `/clients/${newId.grant()}`)
      .replace('/consent/:id', `/consent/${'x'.repeat(43)}`)
      .replace('/webhooks/deliveries/:id', `/webhooks/deliveries/${newId.webhookDelivery()}`)
      .replace('/incoming-hooks/:id', `/incoming-hooks/${newId.incomingHook()}`)
      .replace('/webhooks/:id', `/webhooks/${newId.webhook()}`)
      .replace('/deliveries/:id', `/deliveries/${newId.delivery()}`)
      .replace('/dismissals/:id', `/dismissals/${newId.dismissal()}`)
      .replace('/slack/:id', `/slack/${newId.slack()}`)
      .replace('/integrations/:id', `/integrations/${newId.integration()}`)
      .replace(':id', 'oidc')
  const payloadOf = (route: RouteOf): object =>
    PAYLOADS.find(([pattern]) => pattern.test(nameOf(route)))?.[1] ?? {}
  const ask = (route: RouteOf, key?: string) =>
    home.world.app.inject({
      method: route.method,
      url: addressOf(route),
      headers: key === undefined ? {} : bearer(key),
      ...(route.body && { payload: payloadOf(route) }),
    })

  test.each(guarded.map((route) => [nameOf(route), route] as const))(
    '%s knows who may ask, and nothing of strangers’ things',
    async (_name, route) => {
      const { needs } = route
      expect((await ask(route)).statusCode).toBe(401)
      if (needs === 'nobody') return
      if (needs !== 'viewer') {
        const below = await ask(route, home.us.keys[BELOW[needs]])
        expect(codeOf(below)).toEqual([403, 'access.forbidden'])
      }
      const answer = await ask(route, home.us.keys[needs])
      // What is named here is nobody's, or needs a browser: never a failure of the server, never somebody else's thing.
      if (route.params) expect([404, 409]).toContain(answer.statusCode)
      else expect(answer.statusCode, answer.body).toBeLessThan(500)
    },
  )

  test.each(
    SIGN_IN_ROUTES.filter(({ body }) => body).map((route) => [nameOf(route), route] as const),
  )('%s refuses fields it does not know', async (_name, route) => {
    const { needs } = route
    const answer = await home.world.app.inject({
      method: route.method,
      url: addressOf(route),
      headers: needs === 'nobody' ? { origin: PUBLIC_URL } : bearer(home.us.keys[needs]),
      payload: { ...payloadOf(route), surprise: 1 },
    })
    expect(codeOf(answer)).toEqual([400, 'request.invalid'])
  })

  test('of a team’s provider is closed to the owner of another team', async () => {
    const them = await home.world.addTeam('Eve')
    const made = await home.world.app.inject({
      method: 'POST',
      url: '/v1/sign-in-providers',
      headers: bearer(home.us.keys.owner),
      payload: { ...PROVIDER, issuer: home.oidc.issuer },
    })
    const { id } = made.json()
    const url = `/v1/sign-in-providers/${id}`
    const headers = bearer(them.keys.owner)
    const payload = { ...PROVIDER, issuer: home.oidc.issuer }
    for (const answer of [
      await home.world.app.inject({ method: 'PUT', url, headers, payload }),
      await home.world.app.inject({ method: 'DELETE', url, headers }),
      await home.world.app.inject({ method: 'POST', url: `${url}/test`, headers }),
    ])
      expect(codeOf(answer)).toEqual([404, 'sign_in_provider.not_found'])
    const listed = await home.world.app.inject({ url: '/v1/sign-in-providers', headers })
    expect(listed.body).not.toContain(id)
  })
})
