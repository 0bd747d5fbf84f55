import { describe, expect, test } from 'vitest'
import { bodyOf, listening, sent, serviceBefore } from './testing/service-before.ts'

describe('the web service', () => {
  test('passes on the paths of the API with method, query, body and cookies, and all else to the pages', async () => {
    const seen: string[] = []
    const api = await listening(async (request, response) => {
      seen.push(
        `${request.method} ${request.url} ${request.headers.cookie} ${await bodyOf(request)}`,
      )
      response.setHeader('set-cookie', 'teamlore_session=x; HttpOnly')
      response.end('{}')
    })
    const url = await serviceBefore(api)
    const answer = await fetch(`${url}/v1/sign-in?a=1`, {
      method: 'POST',
      headers: { cookie: 'c=1', 'content-type': 'application/json' },
      body: '{"token":"t"}',
    })
    expect(answer.headers.get('set-cookie')).toBe('teamlore_session=x; HttpOnly')
    expect(seen).toEqual(['POST /v1/sign-in?a=1 c=1 {"token":"t"}'])
    expect(await (await fetch(`${url}/sessions/ses_1?tab=files`)).text()).toBe(
      'page GET /sessions/ses_1?tab=files ',
    )
    expect(await (await fetch(`${url}/v1things`)).text()).toBe('page GET /v1things ')
    expect(await (await fetch(url, { method: 'POST', body: 'b' })).text()).toBe('page POST / b')
  })

  test('refuses pages under a name that is not its own, and to pages of other sites', async () => {
    const api = await listening((_request, response) => response.end('api'))
    const ownHosts = ['backup.test']
    const url = await serviceBefore(api, { trustProxy: true, ownHosts })
    const ask = async (headers: Record<string, string>, path = '/sessions') => {
      const answer = await fetch(`${url}${path}`, { headers })
      return `${answer.status} ${(await answer.text()).slice(0, 4)}`
    }
    expect(await ask({})).toBe('200 page')
    for (const host of ['lore.test', 'backup.test:8080'])
      expect(await ask({ 'x-forwarded-host': host })).toBe('200 page')
    expect(await ask({ 'x-forwarded-host': 'evil.test' })).toBe('403 This')
    expect(await ask({ origin: 'https://evil.test' })).toBe('403 This')
    expect(await ask({ origin: 'http://lore.test' })).toBe('200 page')
    // The API looks at names by itself.
    expect(await ask({ origin: 'https://evil.test' }, '/v1/me')).toBe('200 api')
  })

  test('below a path, knows what is for the API, whether or not a proxy took the path away', async () => {
    const api = await listening((request, response) => response.end(`api ${request.url}`))
    const url = await serviceBefore(api, { publicUrl: 'http://lore.test/teamlore' })
    const ask = async (path: string) => (await fetch(`${url}${path}`)).text()
    expect(await ask('/teamlore/v1/me?a=1')).toBe('api /teamlore/v1/me?a=1')
    expect(await ask('/v1/me')).toBe('api /v1/me')
    expect(await ask('/.well-known/oauth-authorization-server/teamlore')).toMatch(/^api /)
    expect(await ask('/teamlore/sessions')).toBe('page GET /teamlore/sessions ')
    expect(await ask('/teamlorex/v1')).toMatch(/^page /)
  })

  test('answers a method that nothing has a use for in the words of the API, and as a page elsewhere', async () => {
    const url = new URL(
      await serviceBefore(await listening((_request, response) => response.end())),
    )
    const ask = (path: string) =>
      sent(url, `PROPFIND ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect((await ask('/v1/me')).text).toMatch(/^HTTP\/1.1 404 .*route\.not_found/s)
    expect((await ask('/sessions')).text).toMatch(/^HTTP\/1.1 200 .*page PROPFIND/s)
  })

  test.each(['/v1/%zz', '/v1/a/..%2f..%2fb'])(
    'refuses the address %s in the words of the API',
    async (path) => {
      const asked: unknown[] = []
      const api = await listening((request, response) => {
        asked.push(request.url)
        response.end()
      })
      const url = new URL(await serviceBefore(api))
      const { text } = await sent(
        url,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
      )
      expect(text).toMatch(/^HTTP\/1.1 400 /)
      expect(text).toContain('request.bad_url')
      expect(asked).toEqual([])
    },
  )

  test.each([
    ['headers of 17 KB', `GET /v1/me HTTP/1.1\r\nHost: a\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`, 431],
    ['what is no HTTP', 'hello there\r\n\r\n', 400],
  ])('answers %s in the words of the API', async (_what, bytes, status) => {
    const url = new URL(await serviceBefore(await listening(() => {})))
    const { text } = await sent(url, bytes)
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(JSON.parse(text.split('\r\n\r\n')[1] ?? '')).toMatchObject({
      error: { code: expect.stringMatching(/^request\./) },
    })
  })
})
