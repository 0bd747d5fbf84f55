import { unauthenticated } from '@teamlore/core'
import { newId } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import type { UseCases } from '../compose.ts'
import { bearer, edgeApp } from '../testing/edge-app.ts'

const stats = {
  sessions: 0,
  messages: 0,
  prompts: 0,
  observations: 0,
  summaries: 0,
  documents: 0,
  embedded: 0,
  projects: 0,
  tools: [],
}

const limited = (rateLimits: Parameters<typeof edgeApp>[0]) => edgeApp(rateLimits)

describe('limits of requests', () => {
  test('a key that asks too often learns how long to wait; another key is not', async () => {
    const app = limited({
      config: { rateLimits: { perMinute: 2 } },
      useCases: { getStats: async () => stats },
    })
    const ask = (key: string) => app.inject({ url: '/v1/stats', headers: bearer(key) })
    expect((await ask('tlk_viewer')).headers['ratelimit-remaining']).toBe('1')
    expect((await ask('tlk_viewer')).statusCode).toBe(200)
    const refused = await ask('tlk_viewer')
    expect(refused.statusCode).toBe(429)
    expect(refused.json().error).toMatchObject({
      code: 'access.rate_limited',
      details: { retry_after_seconds: expect.any(Number) },
    })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect((await ask('tlk_member')).statusCode).toBe(200)
    await app.close()
  })

  test('unknown addresses count too, so that nobody tries them all', async () => {
    const app = limited({ config: { rateLimits: { perMinute: 2 } } })
    const statuses = []
    for (let i = 0; i < 3; i++) statuses.push((await app.inject(`/v1/guess-${i}`)).statusCode)
    expect(statuses).toEqual([404, 404, 429])
    await app.close()
  })

  test('monitors are never turned away', async () => {
    const app = limited({ config: { rateLimits: { perMinute: 1 } } })
    for (const url of ['/healthz', '/readyz', '/metrics', '/healthz', '/readyz', '/metrics'])
      expect((await app.inject(url)).statusCode, url).toBe(200)
    await app.close()
  })

  test('one link is tried no more than so often from an address; colleagues there come in by theirs', async () => {
    const app = limited({
      config: { rateLimits: { signInPerMinute: 2 } },
      useCases: { signIn: async () => ({ browserToken: 't', expiresAt: new Date(2e12) }) },
    })
    const statuses = []
    const signIn = async (token: string) =>
      (await app.inject({ method: 'POST', url: '/v1/sign-in', payload: { token } })).statusCode
    for (let i = 0; i < 3; i++) statuses.push(await signIn('one-time-token'))
    expect(statuses).toEqual([204, 204, 429])
    for (let i = 0; i < 30; i++) expect(await signIn(`of-a-colleague-${i}`)).toBe(204)
    await app.close()
  })

  test('somebody who tries another link each time is bounded per address', async () => {
    const app = limited({
      config: { rateLimits: { signInPerMinute: 5, perMinute: 3, failedPerMinute: 100 } },
      useCases: {
        signIn: async () => {
          throw unauthenticated()
        },
      },
    })
    const statuses = []
    for (let n = 0; n < 4; n++) {
      const payload = { token: `tls_${'x'.repeat(42)}${n}` }
      statuses.push((await app.inject({ method: 'POST', url: '/v1/sign-in', payload })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
    await app.close()
  })

  test('what strangers have stored is bounded per address, ten times what one sign-in may be tried', async () => {
    const app = limited({
      config: { rateLimits: { signInPerMinute: 1 } },
      useCases: {
        requestDeviceCode: async () => ({
          device_code: 'd',
          user_code: 'BCDF-GHJK',
          verification_uri: 'http://lore.test/device',
          verification_uri_complete: 'http://lore.test/device',
          expires_in: 600,
          interval: 5,
        }),
      },
    })
    const machine = {
      fingerprint: 'a'.repeat(32),
      name: 'l',
      platform: 'linux',
      agent_version: '1',
    }
    const statuses = []
    for (let i = 0; i < 11; i++) {
      const payload = { machine: { ...machine, name: `laptop ${i}` } }
      const answer = await app.inject({ method: 'POST', url: '/v1/device/code', payload })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(200), 429])
    await app.close()
  })

  test('short codes are guessed by a person only so often, by whatever keys and addresses', async () => {
    const person = newId.user()
    const app = limited({
      config: { rateLimits: { signInPerMinute: 2 }, trustProxy: true },
      useCases: {
        authenticate: async () => ({
          teamId: newId.team(),
          userId: person,
          role: 'member',
          actor: { kind: 'user', via: 'api_key' },
        }),
        // Clients wait under such codes as well: a guess counts before either is looked for.
        oauthState: {
          deviceRequests: { findWaiting: async () => undefined },
        } as unknown as UseCases['oauthState'],
        findWaitingDevice: async (_scope, { user_code }) => ({
          user_code,
          machine: { name: 'l', platform: 'linux', agent_version: '1' },
          client: null,
          address: '10.0.0.9',
          asked_at: '2026-01-01T00:00:00Z',
          team: { id: newId.team(), name: 'T' },
        }),
      },
    })
    const statuses = []
    for (let i = 0; i < 3; i++) {
      const answer = await app.inject({
        method: 'POST',
        url: '/v1/device/find',
        payload: { user_code: `BCDF-GHJ${'KLM'[i]}` },
        headers: { ...bearer(`tlk_${i}`), 'x-forwarded-for': `10.0.0.${i}` },
      })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([200, 200, 429])
    await app.close()
  })

  test('wrong keys close the door for wrong keys of their address, but for no key that works', async () => {
    const app = limited({
      config: { rateLimits: { failedPerMinute: 2 } },
      useCases: { getStats: async () => stats },
    })
    const ask = async (key: string) =>
      (await app.inject({ url: '/v1/stats', headers: bearer(key) })).statusCode
    expect(await ask('tlk_viewer')).toBe(200)
    expect([await ask('tlk_x1'), await ask('tlk_x2'), await ask('tlk_x3')]).toEqual([401, 401, 429])
    expect(await ask('tlk_viewer')).toBe(200)
    expect(await ask('tlk_member')).toBe(200)
    expect(await ask('tlk_x4')).toBe(429)
    await app.close()
  })

  test('wrong sign-in tokens count as wrong keys do', async () => {
    const app = limited({
      config: { rateLimits: { failedPerMinute: 1 } },
      useCases: {
        signIn: async () => {
          throw unauthenticated()
        },
      },
    })
    const payload = { token: 'wrong-wrong-wrong' }
    const tryOnce = () => app.inject({ method: 'POST', url: '/v1/sign-in', payload })
    expect((await tryOnce()).statusCode).toBe(401)
    expect((await tryOnce()).statusCode).toBe(429)
    await app.close()
  })

  test('a person reports twenty exports a minute, by all their keys; a colleague as many', async () => {
    const [ann, bob] = [newId.user(), newId.user()]
    const app = limited({
      useCases: {
        authenticate: async (credential) => ({
          teamId: newId.team(),
          userId: 'apiKey' in credential && credential.apiKey.startsWith('tlk_bob') ? bob : ann,
          role: 'viewer',
          actor: { kind: 'user', via: 'api_key' },
        }),
        reportExport: async () => {},
        getStats: async () => stats,
      },
    })
    const report = async (key: string) => {
      const payload = { what: 'own_data', formats: ['json'] }
      const headers = bearer(key)
      return (await app.inject({ method: 'POST', url: '/v1/exports', payload, headers })).statusCode
    }
    for (let n = 0; n < 20; n++) expect(await report(`tlk_ann_${n}`)).toBe(204)
    expect(await report('tlk_ann_another')).toBe(429)
    expect(await report('tlk_bob')).toBe(204)
    const other = await app.inject({ url: '/v1/stats', headers: bearer('tlk_ann_another') })
    expect(other.statusCode).toBe(200)
    await app.close()
  })
})
