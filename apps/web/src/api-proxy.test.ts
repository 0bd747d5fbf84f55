import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { bodyOf, listening, refusing, sent, serviceBefore } from './testing/service-before.ts'

describe('what is passed on to the API', () => {
  test.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'goes to no API whose certificate nobody vouches for',
    async () => {
      const api = createServer(ownCertificate(), (_request, response) => response.end('reached'))
      await new Promise<void>((resolve) => api.listen(0, 'localhost', resolve))
      const url = await serviceBefore(`https://localhost:${(api.address() as AddressInfo).port}`)
      const answer = await fetch(`${url}/v1/me`)
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('api.unreachable'),
      ])
      api.close()
    },
  )

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

  test('passes on what belongs to the whole way, and not what belongs to one connection', async () => {
    const seen: Record<string, unknown>[] = []
    const api = await listening((request, response) => {
      seen.push(request.headers)
      response.writeHead(
        302,
        [
          ['Location', '/v1/else'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=2'],
          ['Connection', 'close, X-Hop'],
          ['X-Hop', 'api'],
          ['Proxy-Authenticate', 'Basic'],
        ].flat(),
      )
      response.end()
    })
    const url = new URL(await serviceBefore(api))
    const { text } = await sent(
      url,
      'GET /v1/me HTTP/1.1\r\nHost: a\r\nX-Hop: caller\r\nX-Kept: yes\r\nTE: trailers\r\nConnection: close, X-Hop\r\n\r\n',
    )
    expect(seen[0]).toMatchObject({ 'x-kept': 'yes' })
    expect(seen[0]).not.toHaveProperty('x-hop')
    expect(seen[0]).not.toHaveProperty('te')
    expect(text).toMatch(/^HTTP\/1.1 302 /)
    expect(text).toMatch(/location: \/v1\/else\r\n/i)
    expect(text.match(/set-cookie: [ab]=\d/gi)).toHaveLength(2)
    expect(text).not.toMatch(/x-hop|proxy-authenticate/i)
  })

  test('passes on the head of a live stream before its first event', async () => {
    const api = await listening((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    })
    const url = await serviceBefore(api)
    expect((await fetch(`${url}/v1/events`)).status).toBe(200)
  })

  test.each(['before it answers', 'while it answers'])(
    'ends the request at the API when who asked leaves %s',
    async (when) => {
      const answers: ServerResponse[] = []
      const api = await listening((_request, response) => {
        answers.push(response)
        if (when === 'while it answers') response.write('a part')
      })
      const { hostname, port } = new URL(await serviceBefore(api))
      const caller = connect(Number(port), hostname, () =>
        caller.write('GET /v1/search HTTP/1.1\r\nHost: a\r\n\r\n'),
      )
      if (when === 'while it answers') await once(caller, 'data')
      await expect.poll(() => answers.length).toBe(1)
      caller.destroy()
      await expect.poll(() => answers[0]?.closed).toBe(true)
    },
  )

  test('does not pass off an answer that broke off as a whole one', async () => {
    const api = await listening((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('a part', () => response.destroy())
    })
    const url = await serviceBefore(api)
    const answer = await fetch(`${url}/v1/export`)
    await expect(answer.text()).rejects.toThrow()
  })

  test('asks the API once, whatever it answers', async () => {
    let asked = 0
    const api = await listening((_request, response) => {
      asked += 1
      response.writeHead(503, { 'retry-after': '1' }).end('busy')
    })
    const url = await serviceBefore(api)
    const answer = await fetch(`${url}/v1/me`)
    expect([answer.status, answer.headers.get('retry-after'), await answer.text(), asked]).toEqual([
      503,
      '1',
      'busy',
      1,
    ])
  })

  test.each([
    ['HEAD', 200, { 'content-length': '12' }],
    ['GET', 204, {}],
    ['GET', 304, { etag: '"1"' }],
  ])('passes on an answer without a body: %s %i', async (method, status, headers) => {
    const api = await listening((_request, response) => {
      response.writeHead(status, headers).end()
    })
    const url = await serviceBefore(api)
    const answer = await fetch(`${url}/v1/me`, { method })
    expect([answer.status, await answer.text()]).toEqual([status, ''])
    for (const [name, value] of Object.entries(headers))
      expect(answer.headers.get(name)).toBe(value)
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

/** A key and a certificate that it signed itself, made for this moment. */
const ownCertificate = (): { key: Buffer; cert: Buffer } => {
  const folder = mkdtempSync(join(tmpdir(), 'teamlore-certificate-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const how = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost']
  execFileSync('openssl', ['req', ...how, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const made = { key: readFileSync(key), cert: readFileSync(cert) }
  rmSync(folder, { recursive: true })
  return made
}
