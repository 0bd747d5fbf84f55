import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { runBridge } from './bridge.ts'

type Sent = { headers: Record<string, string>; body: { id?: number; method: string } }

/** A bridge with a server made of one function; returns what it said and what it sent. */
const bridge = async (
  lines: readonly string[],
  answer: (sent: Sent) => Response | Promise<Response>,
) => {
  const input = new PassThrough()
  const said: Record<string, unknown>[] = []
  const sent: Sent[] = []
  const done = runBridge({
    input,
    write: (line) => said.push(JSON.parse(line)),
    findServer: async () => ({ url: 'http://lore.example.com', key: 'tlk_x' }),
    signal: new AbortController().signal,
    fetch: async (_url, init) => {
      const one = {
        headers: init?.headers as Sent['headers'],
        body: JSON.parse(String(init?.body)),
      }
      sent.push(one)
      return answer(one)
    },
  })
  for (const line of lines) input.write(`${line}\n`)
  input.end()
  await done
  return { said, sent }
}
const rpc = (fields: object): string => JSON.stringify({ jsonrpc: '2.0', ...fields })
const events = (...messages: object[]): Response =>
  new Response(
    messages.map((one) => `event: message\r\ndata: ${JSON.stringify(one)}\r\n\r\n`).join(''),
    {
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    },
  )

describe('the bridge to /mcp', () => {
  test('names the version that was agreed in everything after the first message', async () => {
    const { sent } = await bridge(
      [
        rpc({ id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
        rpc({ method: 'notifications/initialized' }),
        rpc({ id: 2, method: 'tools/list' }),
      ],
      ({ body }) =>
        body.id === undefined
          ? new Response(null, { status: 202 })
          : Response.json({
              jsonrpc: '2.0',
              id: body.id,
              result: { protocolVersion: '2025-06-18' },
            }),
    )
    expect(sent.map(({ headers }) => headers['mcp-protocol-version'])).toEqual([
      undefined,
      '2025-06-18',
      '2025-06-18',
    ])
    expect(sent[0]?.headers['authorization']).toBe('Bearer tlk_x')
  })

  test('puts method and name into headers for clients of the newer era, whatever they hold', async () => {
    const _meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }
    const { sent } = await bridge(
      [
        rpc({ id: 1, method: 'tools/call', params: { name: 'lore_search', _meta } }),
        rpc({ id: 2, method: 'resources/read', params: { uri: 'lore://ä\r\nx: y', _meta } }),
      ],
      ({ body }) => Response.json({ jsonrpc: '2.0', id: body.id, result: {} }),
    )
    expect(sent[0]?.headers).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'lore_search',
    })
    expect(sent[1]?.headers['mcp-name']).toMatch(/^=\?base64\?[\w+/=]+\?=$/)
  })

  test('passes on notifications before the answer of a stream', async () => {
    const { said } = await bridge([rpc({ id: 7, method: 'tools/call' })], () =>
      events(
        { jsonrpc: '2.0', method: 'notifications/progress' },
        { jsonrpc: '2.0', id: 7, result: {} },
      ),
    )
    expect(said.map(({ id, method }) => id ?? method)).toEqual(['notifications/progress', 7])
  })

  test.each([
    [
      'a stream that ends early',
      () => events({ jsonrpc: '2.0', method: 'x' }),
      'before it was complete',
    ],
    [
      'a refused key',
      () => Response.json({ error: { message: 'Unknown key.' } }, { status: 401 }),
      'Run `lore login`',
    ],
    ['a page of some proxy', () => new Response('<html>', { status: 502 }), 'answered 502'],
    [
      'a network that is down',
      () => Promise.reject(new TypeError('fetch failed')),
      'cannot be reached',
    ],
  ])('%s is one clear error, and the next message goes through', async (_, fail, text) => {
    let count = 0
    const { said } = await bridge(
      [rpc({ id: 1, method: 'initialize' }), rpc({ id: 2, method: 'tools/list' })],
      ({ body }) =>
        count++ === 0 ? fail() : Response.json({ jsonrpc: '2.0', id: body.id, result: {} }),
    )
    const errors = said.filter(({ error }) => error !== undefined)
    expect(errors).toHaveLength(1)
    expect(errors[0]).toMatchObject({ id: 1, error: { message: expect.stringContaining(text) } })
    expect(said.at(-1)).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
  })

  test('lines that are no messages are refused, and a refusal without an id gets the one asked for', async () => {
    const { said, sent } = await bridge(
      ['{ nonsense', '[1]', '', rpc({ id: 'a', method: 'x' })],
      () =>
        Response.json(
          { jsonrpc: '2.0', id: null, error: { code: -32_001, message: 'no' } },
          { status: 400 },
        ),
    )
    expect(said.map(({ id }) => id)).toEqual([null, null, 'a'])
    expect(sent).toHaveLength(1)
  })
})
