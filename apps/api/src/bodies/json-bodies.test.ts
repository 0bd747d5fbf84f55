import type { ImportRequest, IngestRequest } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'

const member = bearer('tlk_member')

const message = (n: number, input: unknown) => ({
  key: `m${n}`,
  parent_key: null,
  ordinal: n,
  ts: null,
  role: 'assistant',
  kind: 'assistant',
  model: null,
  usage: null,
  cwd: null,
  git_branch: null,
  tool_version: null,
  is_abandoned: false,
  blocks: [{ type: 'tool_call', id: `c${n}`, name: 'Run', input }],
})

const session = (native_id: string, messages: unknown[]) => ({
  tool: 'claude-code',
  native_id,
  kind: 'main',
  parent_native_id: null,
  project: null,
  cwd: null,
  git_branch: null,
  git_head: null,
  tool_version: null,
  models: [],
  title: null,
  started_at: null,
  ended_at: null,
  pull_requests: [],
  edits: [],
  messages,
  source: { path: 'x', lines: 1, bad_lines: 0, unknown_records: 0, redactions: 0 },
})

const request = (sessions: unknown[]) => ({
  machine: { fingerprint: 'a'.repeat(32), name: 'laptop', platform: 'linux', agent_version: '1' },
  sessions,
})

const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, n]))

describe('a request with sessions', () => {
  let app: FastifyInstance
  const taken: IngestRequest[] = []
  const imported: ImportRequest[] = []
  beforeAll(() => {
    app = edgeApp({
      useCases: {
        importRecords: async (_scope, asked) => {
          imported.push(asked)
          const none = { inserted: 0, updated: 0, unchanged: 0 }
          return {
            machine_id: 'mac_1',
            sessions: asked.sessions.map(({ session: { native_id } }) => ({
              native_id,
              session_id: 'ses_1',
              created: true,
              server_redactions: 0,
              messages: none,
              observations: none,
              summaries: none,
            })),
          }
        },
        ingest: async (_scope, asked) => {
          taken.push(asked)
          return {
            machine_id: 'mac_1',
            sessions: asked.sessions.map(({ native_id, messages }) => ({
              native_id,
              session_id: 'ses_1',
              created: true,
              server_redactions: 0,
              inserted_messages: messages.length,
              updated_messages: 0,
              unchanged_messages: 0,
              inserted_edits: 0,
              total_messages: messages.length,
            })),
          }
        },
      },
    })
  })
  afterAll(() => app.close())

  const send = async (body: unknown, url = '/v1/ingest') => {
    const payload = typeof body === 'string' ? body : JSON.stringify(body)
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: { ...member, 'content-type': 'application/json' },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() }
  }

  test('has a tool input of too many keys bounded, says which, and takes all the others whole', async () => {
    const { status, body } = await send(
      request([
        session('first', [message(0, { path: 'a.ts' }), message(1, manyKeys(60_000))]),
        session('second', [message(0, { path: 'b.ts' })]),
      ]),
    )
    expect(status).toBe(200)
    expect(body.sessions[0].cut).toEqual([
      { message_key: 'm1', reason: 'a tool input holds more than 5000 values' },
    ])
    expect(body.sessions[1].cut).toBeUndefined()
    const [first] = taken.at(-1)?.sessions ?? []
    const inputs = first?.messages
      .map(({ blocks }) => blocks[0])
      .map((b) => b?.type === 'tool_call' && b.input)
    expect(inputs?.[0]).toEqual({ path: 'a.ts' })
    expect(Object.keys(inputs?.[1] ?? {}).length).toBeLessThanOrEqual(5_001)
    expect(inputs?.[1]).toMatchObject({ '[…]': '55001 fields left out' })
  })

  test('of what another memory knows is bounded the same, and says so', async () => {
    const records = { observations: [], summaries: [] }
    const sessions = [
      { session: session('small', [message(0, { path: 'a.ts' })]), ...records },
      { session: session('large', [message(1, manyKeys(60_000))]), ...records },
    ]
    const { status, body } = await send({ ...request([]), sessions }, '/v1/import')
    expect(status).toBe(200)
    expect(body.sessions.map(({ cut }: { cut?: unknown }) => cut)).toEqual([
      undefined,
      [{ message_key: 'm1', reason: 'a tool input holds more than 5000 values' }],
    ])
    const [block] = imported.at(-1)?.sessions[1]?.session.messages[0]?.blocks ?? []
    expect(Object.keys((block?.type === 'tool_call' && block.input) || {})).toHaveLength(5_000)
  })

  test('may hold many blocks, but not more of them than one request may cost', async () => {
    const messages = Array.from({ length: 60 }, (_, n) => message(n, manyKeys(4_900)))
    const { status, body } = await send(request([session('many', messages)]))
    expect(status).toBe(200)
    const reason = 'the tool inputs of this request hold more than 200000 values'
    expect(body.sessions[0].cut).toContainEqual({ message_key: 'm59', reason })
    expect(JSON.stringify(body.sessions[0].cut)).not.toContain('"m39"')
    const kept = JSON.stringify(taken.at(-1)).match(/field_/g)?.length ?? 0
    expect(kept).toBeGreaterThan(190_000)
    expect(kept).toBeLessThanOrEqual(200_000)
  })

  test('has a value that is nested too deeply cut, also in a small body', async () => {
    const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`
    const text = JSON.stringify(request([session('deep', [message(0, { at: 'DEEP' })])]))
    const { status, body } = await send(text.replace('"DEEP"', deep))
    expect(status).toBe(200)
    expect(body.sessions[0].cut[0].reason).toContain('nested deeper than 64')
  })

  test('that is large and no JSON is refused in the words of a small one', async () => {
    const small = await send('{"a":')
    const large = await send(`{"a":"${'x'.repeat(100_000)}`)
    expect(large).toEqual(small)
    expect(large.status).toBe(400)
  })

  test('that is large loses keys made to reach prototypes, and nothing else', async () => {
    const text = JSON.stringify(
      request([
        session('poison', [
          message(0, { filler: 'x'.repeat(60_000), more: 'x'.repeat(60_000), at: 'POISON' }),
        ]),
      ]),
    )
    const { status } = await send(
      text.replace('"POISON"', '{"__proto__":{"a":1},"constructor":{"prototype":1},"kept":1}'),
    )
    expect(status).toBe(200)
    const block = taken.at(-1)?.sessions[0]?.messages[0]?.blocks[0]
    expect(block?.type === 'tool_call' && block.input).toMatchObject({ at: { kept: 1 } })
    expect(JSON.stringify(block)).not.toContain('__proto__')
  })
})
