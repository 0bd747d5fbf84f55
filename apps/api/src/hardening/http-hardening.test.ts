import { connect } from 'node:net'
import { errorEnvelopeSchema } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'

const viewer = bearer('tlk_viewer')

describe('a request made to hurt', () => {
  let app: FastifyInstance
  let port: number
  const searched: unknown[] = []

  beforeAll(async () => {
    app = edgeApp({
      useCases: {
        search: async (_scope, query) => {
          searched.push(query)
          return { items: [], next_cursor: null, notes: [], arms: [], tokens: 0, took_ms: 1 }
        },
      },
    })
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    port = Number(new URL(address).port)
  })
  afterAll(() => app.close())

  /** What a client that writes bytes itself gets back. */
  const raw = (bytes: string): Promise<{ status: number; body: string }> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('error', reject)
      socket.on('close', () => {
        const [head = '', ...body] = text.split('\r\n\r\n')
        resolve({ status: Number(head.split(' ')[1]), body: body.join('\r\n\r\n') })
      })
    })

  test.each([2, 9, 18])(
    'with a body of %i MB is answered, although the body is still being sent',
    async (megabytes) => {
      const body = Buffer.alloc(megabytes * 1_000_000, 'x')
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await fetch(`http://127.0.0.1:${port}/v1/search`, {
          method: 'POST',
          headers: { ...viewer, 'content-type': 'application/json' },
          body,
        })
        expect(answer.status).toBe(413)
        expect(codeOf(await answer.text())).toBe('request.too_large')
      }
    },
  )

  const codeOf = (body: string) => errorEnvelopeSchema.parse(JSON.parse(body)).error.code

  test.each([
    ['headers beyond all bounds', `GET /v1/me HTTP/1.1\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
    ['an address beyond all bounds', `GET /v1/me?${'a'.repeat(40_000)} HTTP/1.1\r\n\r\n`, 431],
    ['no HTTP at all', 'hello there\r\n\r\n', 400],
    [
      'two lengths',
      'POST /v1/search HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
    ],
    [
      'a length and chunks',
      'POST /v1/search HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
  ])('with %s is answered in the envelope', async (_what, bytes, status) => {
    const answer = await raw(bytes)
    expect(answer.status).toBe(status)
    expect(codeOf(answer.body)).toMatch(/^request\./)
  })

  test.each([
    [400, '/v1/sessions/%'],
    [400, '/v1/sessions/%zz'],
    [400, '/v1/sessions/%00'],
    [400, '/v1/sessions/ses_01ab%00cdef'],
    [400, '/v1/sessions/%E2%80%AE%F0%9F%92%A9'],
    [400, `/v1/sessions/ses_${'a'.repeat(5_000)}`],
    [400, '/v1/sessions/ses_01ab..%2f..%2fkeys'],
    [400, "/v1/sessions/ses_01ab';drop"],
    [400, '/v1/sessions/'],
    [400, '/v1/sessions?limit=99999999999999999999'],
    [400, '/v1/sessions?limit=1e309'],
    [400, '/v1/sessions?limit=-1'],
    [400, '/v1/sessions?limit=1&limit=2'],
    [400, '/v1/sessions?before=yesterday'],
    [400, '/v1/sessions?tool=a%00b'],
    [400, '/v1/search?q=a%00b'],
    [200, '/v1/search'],
    [200, `/v1/search?q=${'a'.repeat(12_000)}`],
    [200, '/v1/search?q=%'],
    [200, '/v1/search?q=x&__proto__[polluted]=1&constructor[prototype][polluted]=1'],
    [400, '/v1/nothing?q=%00'],
    [404, '//v1//sessions'],
  ])('a path or query such as %# answers %s', async (status, url) => {
    const response = await app.inject({ url, headers: viewer })
    expect(response.statusCode, response.body).toBe(status)
    if (status !== 200) expect(errorEnvelopeSchema.safeParse(response.json()).success).toBe(true)
    expect({}).not.toHaveProperty('polluted')
  })

  const post = (payload: string, contentType = 'application/json') =>
    app.inject({
      method: 'POST',
      url: '/v1/search',
      headers: { ...viewer, 'content-type': contentType },
      payload,
    })

  test.each([
    ['no body', '', 'application/json', 400, 'request.invalid_json'],
    ['half a body', '{"q":', 'application/json', 400, 'request.invalid_json'],
    ['a list', '[]', 'application/json', 400, 'request.invalid'],
    ['nothing', 'null', 'application/json', 400, 'request.invalid'],
    ['NUL inside', '{"q":"a\\u0000b"}', 'application/json', 400, 'request.invalid'],
    ['a number too large', '{"q":"x","limit":1e400}', 'application/json', 400, 'request.invalid'],
    ['plain text', '{"q":"x"}', 'text/plain', 415, 'request.media_type_unsupported'],
    ['a form', 'q=x', 'application/x-www-form-urlencoded', 415, 'request.media_type_unsupported'],
    [
      'a megabyte and more',
      JSON.stringify({ q: 'a'.repeat(1_100_000) }),
      'application/json',
      413,
      'request.too_large',
    ],
    [
      'a deep well',
      `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
      'application/json',
      400,
      'request.invalid',
    ],
  ])('a body of %s is refused with a sentence', async (_what, payload, type, status, code) => {
    const response = await post(payload, type)
    expect(response.statusCode, response.body.slice(0, 300)).toBe(status)
    expect(response.json().error.code).toBe(code)
  })

  test.each([3_000, 100_000])(
    'what a tool was called with, nested %i deep, is refused and no fault of the server',
    async (levels) => {
      const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`
      const message = { blocks: [{ type: 'tool_call', id: null, name: 'x', input: 'DEEP' }] }
      const response = await app.inject({
        method: 'POST',
        url: '/v1/ingest',
        headers: { ...bearer('tlk_member'), 'content-type': 'application/json' },
        payload: JSON.stringify({ sessions: [{ messages: [message] }] }).replace('"DEEP"', deep),
      })
      expect(response.statusCode).toBe(400)
      expect(response.json().error.code).toBe('request.invalid')
    },
  )

  test('keys that reach for prototypes are refused, and reach nothing', async () => {
    searched.length = 0
    const response = await post(
      '{"q":"x","__proto__":{"limit":7,"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
    )
    expect(response.statusCode).toBe(400)
    expect(response.json().error.message).toContain('__proto__')
    expect(searched).toEqual([])
    expect({}).not.toHaveProperty('polluted')
  })

  test('faults are named where they are, but not a thousand of them', async () => {
    const sessions = Array.from({ length: 100 }, () => ({}))
    const response = await app.inject({
      method: 'POST',
      url: '/v1/ingest',
      headers: bearer('tlk_member'),
      payload: { machine: {}, sessions },
    })
    expect(response.statusCode).toBe(400)
    const { details, message } = response.json().error
    expect(details.issues).toHaveLength(20)
    expect(details.issues[0].path).toBe('body.machine.fingerprint')
    expect(message).toMatch(/^body\.machine\.fingerprint: .* more, see details/)
  })

  test('a method nobody declared is not there', async () => {
    expect(
      (await app.inject({ method: 'PUT', url: '/v1/sessions', headers: viewer })).statusCode,
    ).toBe(404)
    expect((await app.inject({ method: 'TRACE' as 'GET', url: '/v1/me' })).statusCode).toBe(404)
  })
})

describe('what every answer of the API says to browsers', () => {
  test.each(['/v1/me', '/v1/nothing', '/openapi.json', '/healthz', '/nothing'])(
    '%s',
    async (url) => {
      const app = edgeApp()
      const { headers } = await app.inject(url)
      expect(headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none';base-uri 'none'",
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'no-referrer',
      })
      if (url.startsWith('/v1')) expect(headers['cache-control']).toBe('no-store')
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['strict-transport-security']).toBeUndefined()
      await app.close()
    },
  )
})

describe('the readable documents', () => {
  test('come from this server alone, and their policy says so', async () => {
    const app = edgeApp()
    const page = await app.inject('/docs/')
    expect(page.statusCode).toBe(200)
    const outside = [
      ...page.body.matchAll(/\b(?:src|href|url|action)\s*[=:]\s*["']?(https?:)?\/\//gi),
    ]
    expect(outside.map(([found]) => found)).toEqual([])
    const policy = String(page.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'/)
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval/)
    expect((await app.inject('/docs/js/scalar.js')).headers['content-type']).toContain('javascript')
    expect((await app.inject('/docs')).headers['location']).toBe('/docs/')
    await app.close()
  })
})
