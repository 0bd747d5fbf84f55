import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

const serviceBefore = async (api: string, trustProxy = false): Promise<string> => {
  const service = buildWebService({
    config: { apiUrl: api, trustProxy },
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
    const told = await (await fetch(`${url}/v1/me`, { headers: lie })).text()
    expect(told).toBe(`127.0.0.1 ${new URL(url).host} http`)
    const trusting = await serviceBefore(api, true)
    expect(await (await fetch(`${trusting}/v1/me`, { headers: lie })).text()).toBe(
      '6.6.6.6 evil.test https',
    )
  })

  test('says in the words of the API that the API does not answer', async () => {
    const gone = await listening((request) => request.socket.destroy())
    const url = await serviceBefore(gone)
    const answer = await fetch(`${url}/v1/me`)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ error: { code: 'api.unreachable' } })
  })
})
