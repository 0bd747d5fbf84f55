import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let key: string
beforeAll(async () => {
  world = await openWorld({ ownHosts: ['backup.test'], mcpAllowedHosts: ['tools.test'] })
  key = (await world.addTeam('Olga')).keys.member
})
afterAll(() => world[Symbol.asyncDispose]())

const ask = async (headers: Record<string, string>, url = '/v1/me') => {
  const answer = await world.app.inject({ url, headers: { ...bearer(key), ...headers } })
  return `${answer.statusCode} ${answer.statusCode < 400 ? '' : answer.json().error.code}`.trim()
}

describe('the API', () => {
  test.each(['lore.test', 'lore.test:8443', 'localhost:4000', '127.0.0.1', 'backup.test'])(
    'answers under the name %s, and to pages of it',
    async (host) => {
      expect(await ask({ host })).toBe('200')
      expect(await ask({ origin: `http://${host}` })).toBe('200')
      expect(await ask({ host }, '/openapi.json')).toBe('200')
    },
  )

  test.each(['evil.test', 'lore.test.evil.test', '10.1.2.3:4000', 'tools.test'])(
    'refuses who asks under the name %s, whatever key they hold',
    async (host) => {
      for (const url of ['/v1/me', '/v1/sign-in/options', '/openapi.json', '/scim/v2/Users'])
        expect(await ask({ host }, url)).toBe('403 access.wrong_origin')
    },
  )

  test.each(['https://evil.test', 'null', 'http://lore.test/x', 'https://tools.test'])(
    'refuses what a page of %s asks',
    async (origin) => {
      expect(await ask({ origin })).toBe('403 access.wrong_origin')
    },
  )

  test('lets pages of any site ask what no cookie opens, and watchers come by any name', async () => {
    const origin = 'https://claude.test'
    expect(await ask({ origin }, '/.well-known/oauth-authorization-server')).toBe('200')
    const answer = await world.app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=refresh_token',
    })
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([400, '*'])
    for (const url of ['/healthz', '/metrics'])
      expect(await ask({ host: '10.1.2.3:4000' }, url)).toBe('200')
    // Not ready while a busy machine holds the loop; refused for its host it never is.
    expect(await ask({ host: '10.1.2.3:4000' }, '/readyz')).toMatch(/^200$|^503 server\.not_ready$/)
  })

  test('says in words which setting allows the name', async () => {
    const { json } = await world.app.inject({ url: '/v1/me', headers: { host: 'evil.test' } })
    expect(json().error.message).toContain('ALLOWED_HOSTS')
  })
})
