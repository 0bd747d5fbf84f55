import type { FastifyInstance, InjectOptions } from 'fastify'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp, edgeUseCases, PUBLIC_URL } from '../testing/edge-app.ts'
import { registerAuth } from './auth.plugin.ts'
import { createFailureLimiter } from './failure-limiter.ts'

describe('who may come in', () => {
  let app: FastifyInstance
  let signedOut: string[] = []

  beforeAll(() => {
    app = edgeApp({
      useCases: {
        getMe: async (scope) => ({
          team: { id: scope.teamId, name: 'T' },
          user: { id: String(scope.userId), name: 'U', email: null, kind: 'person' },
          role: scope.role,
          abilities: [],
          teams: [],
          via: scope.actor.kind === 'user' ? scope.actor.via : 'api_key',
          machine: null,
          given_by: null,
        }),
        revokeApiKey: async () => undefined,
        signIn: async () => ({
          browserToken: 'fresh-token',
          expiresAt: new Date('2030-01-01T00:00:00Z'),
        }),
        signOut: async ({ browserToken }) => void signedOut.push(browserToken),
      },
    })
  })
  afterAll(() => app.close())

  const revoke = (headers: Record<string, string>) =>
    app.inject({ method: 'DELETE', url: '/v1/keys/key_01abcdefgh', headers })

  test('nobody without a key, and they are shown how', async () => {
    const response = await app.inject('/v1/me')
    expect(response.statusCode).toBe(401)
    expect(response.json().error.code).toBe('access.unauthenticated')
    expect(response.headers['www-authenticate']).toBe('Bearer realm="Teamlore"')
  })

  test.each(['Bearer tlk_wrong', 'Bearer', 'Basic dGxrX2FkbWluOg==', 'tlk_admin', 'Bearer a b'])(
    'nobody with "%s"',
    async (authorization) => {
      const response = await app.inject({ url: '/v1/me', headers: { authorization } })
      expect(response.statusCode).toBe(401)
      expect(response.headers['www-authenticate']).toContain('error="invalid_token"')
    },
  )

  test('a key in the address does not count', async () => {
    expect((await app.inject('/v1/me?key=tlk_admin&access_token=tlk_admin')).statusCode).toBe(401)
  })

  test('a viewer cannot take sessions in, whatever the body', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: { ...bearer('tlk_viewer'), 'content-type': 'application/json' },
      payload: 'not even json',
    })
    expect(response.statusCode).toBe(403)
    expect(response.json().error).toMatchObject({
      code: 'access.forbidden',
      details: { needed: 'member', held: 'viewer' },
    })
  })

  test('a key goes before a cookie', async () => {
    const response = await app.inject({
      url: '/v1/me',
      headers: bearer('tlk_member'),
      cookies: { teamlore_session: 'tlk_admin' },
    })
    expect(response.json()).toMatchObject({ role: 'member', via: 'api_key' })
  })

  test('a cookie may read without saying where the request comes from', async () => {
    const response = await app.inject({
      url: '/v1/me',
      cookies: { teamlore_session: 'tlk_viewer' },
    })
    expect(response.json()).toMatchObject({ role: 'viewer', via: 'browser' })
  })

  test.each<[string, Record<string, string>, number]>([
    ['the public address', { origin: PUBLIC_URL }, 204],
    ['the host asked', { origin: 'http://127.0.0.1:4000', host: '127.0.0.1:4000' }, 204],
    ['another site', { origin: 'http://evil.test' }, 403],
    ['the same host on another port', { origin: 'http://lore.test:81', host: 'lore.test' }, 403],
    ['the same host without TLS', { origin: 'https://lore.test' }, 403],
    ['a frame without an address', { origin: 'null' }, 403],
    ['nowhere', {}, 403],
  ])('a cookie may change something from %s: %o → %i', async (_from, headers, status) => {
    const response = await revoke({ cookie: 'teamlore_session=tlk_admin', ...headers })
    expect(response.statusCode).toBe(status)
    if (status === 403) expect(response.json().error.code).toBe('access.wrong_origin')
  })

  test('a key changes something from a page of this machine, and not from another site', async () => {
    const from = async (origin: string) =>
      (await revoke({ ...bearer('tlk_admin'), origin })).statusCode
    expect(await from('http://localhost:6274')).toBe(204)
    expect(await from('http://other.test')).toBe(403)
  })

  test('/mcp takes keys alone', async () => {
    const call: InjectOptions = {
      method: 'POST',
      url: '/mcp',
      payload: {},
      headers: { host: 'localhost' },
    }
    const cookies = { teamlore_session: 'tlk_viewer' }
    expect((await app.inject({ ...call, cookies })).statusCode).toBe(401)
  })

  test('signing in sets a cookie no script and no other site can use', async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sign-in',
      payload: { token: 'a-one-time-token' },
    })
    expect(response.statusCode).toBe(204)
    expect(response.body).toBe('')
    expect(response.headers['set-cookie']).toBe(
      'teamlore_session=fresh-token; Path=/; Expires=Tue, 01 Jan 2030 00:00:00 GMT; HttpOnly; SameSite=Lax',
    )
  })

  test('behind https the cookie is for https alone', async () => {
    const secure = edgeApp({
      config: { publicUrl: 'https://lore.test' },
      useCases: { signIn: async () => ({ browserToken: 't', expiresAt: new Date(2e12) }) },
    })
    const response = await secure.inject({
      method: 'POST',
      url: '/v1/sign-in',
      payload: { token: 'a-one-time-token' },
    })
    expect(response.headers['set-cookie']).toContain('; Secure')
    expect(response.headers['strict-transport-security']).toContain('max-age=')
    await secure.close()
  })

  test("another site's page cannot sign a browser in", async () => {
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sign-in',
      headers: { origin: 'http://evil.test' },
      payload: { token: 'a-one-time-token' },
    })
    expect(response.statusCode).toBe(403)
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('signing out ends the session and takes the cookie back', async () => {
    signedOut = []
    const response = await app.inject({
      method: 'POST',
      url: '/v1/sign-out',
      headers: { origin: PUBLIC_URL },
      cookies: { teamlore_session: 'tlk_viewer' },
    })
    expect(response.statusCode).toBe(204)
    expect(signedOut).toEqual(['tlk_viewer'])
    expect(response.headers['set-cookie']).toContain('Expires=Thu, 01 Jan 1970')
  })

  test('signing out without a session is no error', async () => {
    const response = await app.inject({ method: 'POST', url: '/v1/sign-out' })
    expect(response.statusCode).toBe(204)
  })

  test('a route under /v1 that does not say whom it needs keeps the server from starting', () => {
    const server = Fastify()
    registerAuth(server, {
      authenticate: edgeUseCases().authenticate,
      authenticateToken: edgeUseCases().authenticateToken,
      failures: createFailureLimiter({ max: 1, now: Date.now }),
      publicUrl: PUBLIC_URL,
    })
    expect(() => server.get('/v1/forgotten', async () => 'open')).toThrow(/config\.needs/)
  })
})
