import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let url: string
let key: string
beforeAll(async () => {
  world = await openWorld({ mcpAllowedHosts: ['inspector.test'] })
  key = (await world.addTeam('Olga')).keys.member
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world[Symbol.asyncDispose]())

const STRANGE = 'https://elsewhere.test'

const preflight = async (path: string, origin: string) =>
  fetch(`${url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization, content-type, mcp-protocol-version',
    },
  })
const allowed = ({ headers }: Response) => headers.get('access-control-allow-origin')

const list = (origin: string, headers: Record<string, string> = bearer(key)) =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: { ...headers, origin, 'content-type': 'application/json', accept: '*/*' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })

describe('an MCP client in a page of this machine or of an allowed host', () => {
  test.each(['http://localhost:6274', 'http://127.0.0.1:6274', 'https://inspector.test'])(
    'calls /mcp from %s',
    async (origin) => {
      for (const path of ['/mcp', '/mcp/']) {
        const asked = await preflight(path, origin)
        expect([asked.status, allowed(asked)]).toEqual([204, origin])
        expect(asked.headers.get('access-control-allow-headers')).toContain('authorization')
        expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
      }
      const answer = await list(origin)
      expect([answer.status, allowed(answer)]).toEqual([200, origin])
      expect(await answer.text()).toContain('lore_search')
    },
  )

  test('reads where to get a token when it has none', async () => {
    const answer = await list('http://localhost:6274', {})
    expect([answer.status, allowed(answer)]).toEqual([401, 'http://localhost:6274'])
    expect(answer.headers.get('access-control-expose-headers')).toContain('www-authenticate')
    expect(answer.headers.get('www-authenticate')).toContain('resource_metadata')
  })
})

describe('a page of another site', () => {
  test('calls no tool, and is shown no answer', async () => {
    expect(allowed(await preflight('/mcp', STRANGE))).toBeNull()
    const answer = await list(STRANGE)
    expect([answer.status, allowed(answer)]).toEqual([403, null])
  })

  test.each([
    'http://evil.test@localhost',
    'http://evil.test:x@localhost:6274',
    'https://evil.test@inspector.test',
    'http://localhost@evil.test',
    'http://localhost:6274/',
    'http://localhost:6274/evil.test',
    'http://localhost?evil.test',
    'http://localhost#evil.test',
    'http://localhost\\@evil.test',
    'http://localhost:80',
    'http://LOCALHOST:6274',
    'HTTP://localhost:6274',
    'http:localhost',
    'http://localhost.',
    'http://localhost.evil.test',
    'http://evil-localhost',
    'http://xlocalhost',
    'https://inspector.test.evil.test',
    'https://notinspector.test',
    'http://127.0.0.1.evil.test',
    'http://0x7f.1',
    'http://2130706433',
    'ftp://localhost',
    'evil://localhost',
    'javascript://localhost',
    'http://localhost, http://evil.test',
    'http://localhost http://evil.test',
    'null',
    'localhost',
    '*',
  ])('is not taken for one of this machine: %s', async (origin) => {
    const asked = await preflight('/mcp', origin)
    expect([allowed(asked), asked.status >= 400]).toEqual([null, true])
    const answer = await list(origin)
    expect([answer.status, allowed(answer)]).toEqual([403, null])
  })

  test.each([
    '/v1/me',
    '/v1/sign-in',
    '/v1/search?q=x',
    '/oauth/authorize',
    '/oauth/device',
    '/mcp-notes',
    '/',
  ])('reads nothing of %s', async (path) => {
    const got = await fetch(`${url}${path}`, { headers: { ...bearer(key), origin: STRANGE } })
    expect(allowed(got)).toBeNull()
    expect(allowed(await preflight(path, STRANGE))).toBeNull()
  })

  test.each(['/oauth/token', '/oauth/register', '/oauth/revoke'])(
    'may send %s, which goes by what it holds itself',
    async (path) => {
      const asked = await preflight(path, STRANGE)
      expect([asked.status, allowed(asked)]).toEqual([204, '*'])
      const sent = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { origin: STRANGE, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([sent.status, allowed(sent)]).toEqual([400, '*'])
    },
  )
})
