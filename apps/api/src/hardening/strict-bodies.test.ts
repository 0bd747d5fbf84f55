import type { FastifyInstance, RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'

/** What reads no JSON fields of a body, and why it need not refuse names of them. */
const NOT_READ: Record<string, string> = {
  'POST /v1/import/transcripts': 'a file, read by a process of its own',
  'POST /v1/hooks/github/:integration': 'signed as it came, and read by a schema of the host',
  'POST /v1/hooks/gitlab/:integration': 'signed as it came, and read by a schema of the host',
  'POST /v1/hooks/in/:hook': 'signed as it came, and read by a strict schema',
  'POST /v1/hooks/slack/:slack': 'signed as it came, and read by a schema of Slack',
  'POST /oauth/device': 'a form, of which named fields are handed on',
  'POST /oauth/token': 'a form, read by the authorization server',
  'POST /oauth/revoke': 'a form, read by the authorization server',
}

const METHODS = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const SMALL = ['{"__proto__":{"polluted":true}}', '{"constructor":"x"}', '[{"a":{"__proto__":1}}]']
/** Read in a thread of its own. */
const LARGE = `{"filler":"${'x'.repeat(100_000)}","a":[{"constructor":1}]}`

let app: FastifyInstance
const routes: { method: string; url: string }[] = []

beforeAll(async () => {
  app = edgeApp({ config: { rateLimits: { perMinute: 1e6, signInPerMinute: 1e6 } } })
  app.addHook('onRoute', ({ method, url }: RouteOptions) => {
    for (const one of [method].flat()) if (METHODS.has(one)) routes.push({ method: one, url })
  })
  await app.ready()
})
afterAll(() => app.close())

const send = (method: string, url: string, payload: string, type = 'application/json') =>
  app.inject({
    method: method as 'POST',
    url: url.replaceAll(/:\w+/g, 'x'),
    headers: { ...bearer('tlk_owner'), 'content-type': type, accept: 'application/json' },
    payload,
  })

describe('a body with a field that reaches for a prototype', () => {
  test('is refused by every route that takes one', async () => {
    expect(routes.length).toBeGreaterThan(80)
    const letIn: string[] = []
    for (const { method, url } of routes) {
      if (`${method} ${url}` in NOT_READ) continue
      for (const payload of SMALL) {
        const answer = await send(method, url, payload)
        const named = /__proto__|constructor/.test(answer.body)
        if (answer.statusCode !== 400 || !named)
          letIn.push(`${method} ${url} ${payload}: ${answer.statusCode} ${answer.body}`)
      }
    }
    expect(letIn).toEqual([])
    expect({}).not.toHaveProperty('polluted')
  })

  test('is refused when it is large', async () => {
    for (const url of ['/v1/ingest', '/v1/search', '/mcp'])
      expect((await send('POST', url, LARGE)).body, url).toContain('constructor')
  })

  test('is refused as SCIM sends it', async () => {
    for (const payload of SMALL)
      expect(
        (await send('POST', '/scim/v2/Users', payload, 'application/scim+json')).statusCode,
        payload,
      ).toBe(400)
  })

  test('goes unread by no other route than those listed', () => {
    const known = new Set(routes.map(({ method, url }) => `${method} ${url}`))
    expect(Object.keys(NOT_READ).filter((route) => !known.has(route))).toEqual([])
  })
})
