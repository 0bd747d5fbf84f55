import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { openWorld, type World } from '../testing/world.ts'

let world: World
let url: string
let key: string
beforeAll(async () => {
  world = await openWorld()
  key = (await world.addTeam('Olga')).keys.member
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => world[Symbol.asyncDispose]())

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'a client', version: '1' },
  },
}

const post = (path: string, headers: Record<string, string>, message: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { ...bearer(key), 'content-type': 'application/json', ...headers },
    body: JSON.stringify(message),
  })
const hello = (path: string, headers: Record<string, string>) => post(path, headers, HELLO)

const bare = (method: string, path: string, headers: Record<string, string> = bearer(key)) =>
  fetch(`${url}${path}`, { method, headers })

describe.each(['/mcp', '/mcp/'])('the MCP door at %s', (path) => {
  test.each([
    'application/json, text/event-stream',
    'text/event-stream, application/json;q=0.9',
    'text/event-stream',
    'text/*',
  ])('answers a client that accepts %s by a stream', async (accept) => {
    const answer = await hello(path, { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/event-stream')
    expect(await answer.text()).toContain('protocolVersion')
  })

  test.each([
    'application/json',
    '*/*',
    'application/*',
    'Application/JSON',
    'text/html, */*;q=0.1',
  ])('answers a client that accepts %s, and reads no streams, in JSON', async (accept) => {
    const answer = await hello(path, { accept })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(await answer.json()).toMatchObject({
      id: 1,
      result: { protocolVersion: '2025-06-18', serverInfo: { name: 'teamlore' } },
    })
    const said = { jsonrpc: '2.0', method: 'notifications/initialized' }
    expect((await post(path, { accept }, said)).status).toBe(202)
    const tools = {
      jsonrpc: '2.0',
      id: 2,
      method: 'tools/call',
      params: { name: 'lore_search', arguments: {} },
    }
    expect(await (await post(path, { accept }, tools)).json()).toMatchObject({
      id: 2,
      result: { structuredContent: { results: [] } },
    })
  })

  test('asks who is there, in either spelling', async () => {
    const answer = await hello(path, { authorization: '' })
    expect(answer.status).toBe(401)
    expect((await bare('OPTIONS', path, {})).status).toBe(401)
  })

  test('says of every other method what it says of GET', async () => {
    const got = await bare('GET', path)
    await got.body?.cancel()
    for (const method of ['HEAD', 'OPTIONS']) {
      const answer = await bare(method, path)
      expect(answer.status, method).toBe(got.status)
      expect(answer.headers.get('allow'), method).toContain('POST')
    }
  })

  test('refuses a client that reads neither', async () => {
    expect((await hello(path, { accept: 'text/html' })).status).toBe(406)
  })
})
