import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { buildWebService } from './web-service.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

const listening = async (listener: RequestListener): Promise<string> => {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

const serviceBefore = async (
  api: string,
  { trustProxy = false, publicUrl = 'http://lore.test', ownHosts = [] as string[] } = {},
): Promise<string> => {
  const service = buildWebService({
    config: { apiUrl: api, trustProxy, publicUrl, ownHosts },
    web: {
      handle: async (request, response) => {
        response.end(`page ${request.method} ${request.url} ${await bodyOf(request)}`)
      },
    },
  })
  const url = await service.listen({ port: 0, host: '127.0.0.1' })
  open.push(() => service.close())
  return url
}

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

  test('lets live events through one by one, not when the stream ends', async () => {
    let finish: (() => void) | undefined
    const api = await listening((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: session.updated\ndata: 1\n\n')
      finish = () => response.end()
    })
    const url = await serviceBefore(api)
    const answer = await fetch(`${url}/v1/events`)
    const reader = answer.body?.getReader()
    const first = await reader?.read()
    expect(new TextDecoder().decode(first?.value)).toContain('session.updated')
    finish?.()
    expect((await reader?.read())?.done).toBe(true)
  })

  test('a caller cannot speak for another address or host', async () => {
    const api = await listening((request, response) => {
      const { 'x-forwarded-for': from, 'x-forwarded-host': host } = request.headers
      response.end(`${from} ${host} ${request.headers['x-forwarded-proto']}`)
    })
    const lie = {
      'x-forwarded-for': '6.6.6.6',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
    }
    const url = await serviceBefore(api)
    const seen = await (await fetch(`${url}/v1/me`, { headers: lie })).text()
    expect(seen).toBe(`127.0.0.1 ${new URL(url).host} http`)
    const trusting = await serviceBefore(api, { trustProxy: true })
    expect(await (await fetch(`${trusting}/v1/me`, { headers: lie })).text()).toBe(
      '6.6.6.6 evil.test https',
    )
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

  test('says in the words of the API that the API does not answer', async () => {
    const gone = await listening((request) => request.socket.destroy())
    const url = await serviceBefore(gone)
    const answer = await fetch(`${url}/v1/me`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: { code: 'api.unreachable' } })
  })

  test('passes the API the name the caller used, so that it can refuse names that are not its own', async () => {
    const api = await listening((request, response) => response.end(request.headers.host))
    const url = new URL(await serviceBefore(api))
    const { text } = await sent(
      url,
      'GET /mcp HTTP/1.1\r\nHost: evil.example\r\nX-Forwarded-Host: localhost\r\nConnection: close\r\n\r\n',
    )
    expect(text).toMatch(/\r\n\r\n(?:[\da-f]+\r\n)?evil\.example/)
  })

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

  test('keeps a body of unknown length a body, whatever the method', async () => {
    const seen: string[] = []
    const api = await listening(async (request, response) => {
      seen.push(`${request.method} ${request.url} ${await bodyOf(request)}`)
      response.end()
    })
    const url = new URL(await serviceBefore(api))
    const inner = 'GET /v1/inner HTTP/1.1\r\nHost: a\r\n\r\n'
    const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`
    await sent(
      url,
      `DELETE /v1/keys HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk}`,
    )
    expect(seen).toEqual([`DELETE /v1/keys ${inner}`])
  })

  describe.each([2, 9, 18])('a body of %i MB', (megabytes) => {
    const plain = Buffer.alloc(megabytes * 1_000_000, 'a line that says little. ')
    const zipped = gzipSync(plain, { level: 0 })

    test.each([
      ['as it is', plain, {}],
      ['compressed', zipped, { 'content-encoding': 'gzip' }],
    ])('arrives whole, %s', async (_how, body, headers) => {
      const api = await listening(async (request, response) => {
        let bytes = 0
        for await (const chunk of request) bytes += (chunk as Buffer).length
        response.end(`${bytes} ${request.headers['content-encoding']}`)
      })
      const url = await serviceBefore(api)
      const answer = await fetch(`${url}/v1/ingest`, { method: 'POST', headers, body })
      expect(await answer.text()).toBe(`${body.length} ${Object.values(headers)[0]}`)
    })

    test.each([
      ['at once', 0],
      ['after a part of the body', 300_000],
    ])('gets the answer of an API that refuses it %s and closes', async (_when, after) => {
      const url = await serviceBefore(await refusing(after))
      for (let turn = 0; turn < 3; turn += 1) {
        const answer = await fetch(`${url}/v1/keys`, { method: 'POST', body: plain })
        expect(answer.status).toBe(413)
        expect(await answer.json()).toEqual({ error: { code: 'request.too_large' } })
      }
    })
  })
})

/** An API that answers 413 once it has read so many bytes, and closes without looking at the rest. */
const refusing = async (afterBytes: number): Promise<string> => {
  const body = '{"error":{"code":"request.too_large"}}'
  const server = createTcpServer((socket) => {
    let bytes = 0
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (bytes <= afterBytes) return
      socket.pause()
      socket.end(
        `HTTP/1.1 413 Payload Too Large\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
        () => socket.destroy(),
      )
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push(async () => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** What a client that writes bytes itself gets back until the connection ends. */
const sent = ({ hostname, port }: URL, bytes: string): Promise<{ text: string }> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve({ text }))
  })
