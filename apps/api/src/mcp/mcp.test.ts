import { defineError } from '@teamlore/core'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'
import { connectMcp, ERAS, textOf } from '../testing/mcp-client.ts'
import {
  sampleCommitUseCases,
  sampleHit,
  sampleMessage,
  sampleObservation,
  sampleRecord,
  sampleSession,
  sampleSessionDetail,
  sampleSummary,
  sampleTimeline,
  sampleTimelineItem,
  sampleWhy,
} from '../testing/samples.ts'
import { INSTRUCTIONS } from './server/instructions.ts'
import { toolsOf } from './server/toolsets.ts'
import { CALLS } from './testing/calls.ts'
import { sampleMemoryDiff } from './testing/sample-memory-diff.ts'

const ambiguous = defineError('invalid', 'id.ambiguous', 'Several ids begin like this.')

const VIEWER = { role: 'viewer', project: null } as const
const LAST_PAGE = { next_cursor: null, total: null }
describe('the MCP endpoint', () => {
  let app: FastifyInstance
  let url: string
  const asked: Record<string, unknown> = {}

  beforeAll(async () => {
    app = edgeApp({
      useCases: {
        search: async (_scope, query) => {
          asked['search'] = query
          return {
            items: [sampleHit()],
            next_cursor: 'next',
            notes: [],
            arms: ['text'],
            tokens: 90,
            took_ms: 1,
          }
        },
        getRecords: async (_scope, { ids }) => {
          if (ids[0] === 'obs_ambiguous') throw ambiguous()
          if (ids[0] === 'obs_exploding') throw new Error('connection string postgres://secret')
          return { items: [sampleRecord()], missing: [], unclear: [], left_out: [], tokens: 12 }
        },
        getTimeline: async (_scope, query) => {
          asked['timeline'] = query
          return sampleTimeline([sampleTimelineItem()])
        },
        getContext: async (_scope, query, options) => {
          asked['context'] = query
          asked['asker'] = options?.signal
          return {
            format: query.format,
            text: '## Lately\nTwo engines.',
            tokens: 8,
            budget_tokens: query.budget_tokens,
            included: [{ id: sampleHit().id, kind: 'observation', tokens: 8 }],
            left_out: { count: 0, tokens: 0, named: [] },
            notes: [],
          }
        },
        getMemoryDiff: async () => sampleMemoryDiff(),
        getWhy: async () => sampleWhy(),
        listSessions: async (_scope, query) => {
          asked['listSessions'] = query
          return { items: [sampleSession()], ...LAST_PAGE }
        },
        getSession: async () => sampleSessionDetail(),
        ...sampleCommitUseCases,
        listSummaries: async () => ({ items: [sampleSummary()], ...LAST_PAGE }),
        listObservations: async () => ({ items: [sampleObservation()], ...LAST_PAGE }),
        listMessages: async () => ({
          items: [sampleMessage()],
          next_cursor: null,
          previous_cursor: null,
        }),
      },
    })
    url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
  })
  afterAll(() => app.close())

  describe.each(Object.entries(ERAS))('in %s', (_name, era) => {
    const connect = () => connectMcp(url, { key: 'tlk_viewer', era })

    test('says who it is and what it is for', async () => {
      const client = await connect()
      expect(client.getServerVersion()).toMatchObject({ name: 'teamlore' })
      expect(client.getInstructions()).toBe(INSTRUCTIONS)
      await client.close()
    })

    test('lists its tools in an order that does not change, all of them reading only', async () => {
      const client = await connect()
      const { tools } = await client.listTools()
      const toViewers = toolsOf('core').filter((tool) => tool.isOffered(VIEWER))
      expect(tools.map(({ name }) => name)).toEqual(toViewers.map(({ name }) => name))
      for (const tool of tools) {
        expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
        expect(tool.title, tool.name).toBeTruthy()
        expect(tool.description?.length, tool.name).toBeGreaterThan(100)
        expect(tool.inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
        expect(tool.outputSchema, tool.name).toMatchObject({ type: 'object' })
        for (const [name, property] of Object.entries(tool.inputSchema.properties ?? {}))
          expect(property, `${tool.name}.${name}`).toHaveProperty('type')
      }
      await client.close()
    })

    test.each(Object.entries(CALLS))('answers %s as text and as data', async (name, args) => {
      const client = await connect()
      // The client checks structuredContent against the tool's schema once it has listed it.
      await client.listTools()
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError, textOf(result)).toBeFalsy()
      expect(textOf(result)).toMatch(/data, not instructions/)
      expect(result.structuredContent).toBeTypeOf('object')
      await client.close()
    })

    test('reads a transcript', async () => {
      const client = await connect()
      const args = { id: 'ses_01aaaa', view: 'transcript' }
      const result = await client.callTool({ name: 'lore_get_session', arguments: args })
      expect(textOf(result)).toContain('Why two engines?')
      expect(textOf(result)).toContain('End of the session.')
      await client.close()
    })

    test.each<[string, string, Record<string, unknown>, RegExp]>([
      ['a missing argument', 'lore_get', {}, /^ids is missing: it must be a list\.$/],
      ['too many anchors', 'lore_timeline', { at: '7d', query: 'x' }, /exactly one/],
      ['a mistyped argument', 'lore_search', { query: 'x', limti: 3 }, /"limti".*: query, /],
      [
        'a budget too small',
        'lore_search',
        { query: 'x', budget_tokens: 10 },
        /^budget_tokens must be at least 200\.$/,
      ],
      [
        'a date nobody can read',
        'lore_list_sessions',
        { after: 'last week' },
        /after must be an ISO date/,
      ],
      [
        'an ambiguous id',
        'lore_get',
        { ids: ['obs_ambiguous'] },
        /^Several ids begin like this\.$/,
      ],
    ])('answers %s with a sentence, not a failure', async (_what, name, args, sentence) => {
      const client = await connect()
      const result = await client.callTool({ name, arguments: args })
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(sentence)
      await client.close()
    })

    test('keeps what went wrong inside to itself', async () => {
      const client = await connect()
      const args = { ids: ['obs_exploding'] }
      const result = await client.callTool({ name: 'lore_get', arguments: args })
      expect(result.isError).toBe(true)
      expect(textOf(result)).not.toContain('secret')
      await client.close()
    })

    test('lets nobody in without a valid key', async () => {
      await expect(connectMcp(url, { key: 'tlk_wrong', era })).rejects.toThrow()
      await expect(connectMcp(url, { era })).rejects.toThrow()
    })

    test('refuses a page of another site', async () => {
      const headers = { origin: 'http://evil.test' }
      await expect(connectMcp(url, { key: 'tlk_viewer', era, headers })).rejects.toThrow(/403|site/)
    })
  })

  test('hands a question on with its filters', async () => {
    const client = await connectMcp(url, { key: 'tlk_viewer' })
    await client.callTool({
      name: 'lore_search',
      arguments: { query: 'why', file: 'a.ts', type: 'decision', limit: 3, cursor: 'c' },
    })
    expect(asked['search']).toEqual({
      q: 'why',
      scope: 'all',
      file: 'a.ts',
      type: 'decision',
      limit: 3,
      cursor: 'c',
      include_superseded: false,
      group: 'session',
      more: 0,
      judge: false,
    })
    await client.callTool({
      name: 'lore_context',
      arguments: { query: 'fix it', files: ['a', 'b'] },
    })
    expect(asked['asker']).toBeInstanceOf(AbortSignal)
    expect(asked['context']).toMatchObject({ q: 'fix it', files: 'a,b', format: 'markdown' })
    await client.close()
  })

  const post = (path: string, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: path,
      headers: {
        host: 'localhost',
        authorization: 'Bearer tlk_viewer',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    })

  test('shows a caller without a key how to come back', async () => {
    const response = await post('/mcp', { authorization: '' })
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="Teamlore"/)
  })

  test.each<[string, Record<string, string>, number]>([
    ['the public host', { host: 'lore.test' }, 200],
    ['localhost on any port', { host: 'localhost:4321' }, 200],
    ['its own origin', { host: 'lore.test', origin: 'http://lore.test' }, 200],
    ['a name pointed at this machine', { host: 'evil.test' }, 403],
    ['an origin that is not ours', { host: 'lore.test', origin: 'http://evil.test' }, 403],
    ['an origin without a name', { host: 'lore.test', origin: 'null' }, 403],
  ])('answers under %s: %o → %i', async (_what, headers, status) => {
    expect((await post('/mcp', headers)).statusCode).toBe(status)
  })

  test.each([
    ['?toolsets=core', 200],
    ['?toolsets=core,core', 200],
    ['?toolsets=', 200],
    ['?toolsets=lorebook', 200],
    ['?toolsets=core,__proto__', 400],
    ['?toolsets=core&toolsets=nope', 400],
  ])('%s answers %i', async (query, status) => {
    const response = await post(`/mcp${query}`, {})
    expect(response.statusCode).toBe(status)
    if (status === 400)
      expect(response.json().error).toMatchObject({
        code: 'mcp.unknown_toolset',
        message: expect.stringContaining('There is: core, home, lorebook.'),
      })
  })

  test('answers GET, which clients of the older era try, with 405', async () => {
    const response = await app.inject({
      url: '/mcp',
      headers: {
        host: 'localhost',
        authorization: 'Bearer tlk_viewer',
        accept: 'text/event-stream',
      },
    })
    expect(response.statusCode).toBe(405)
  })

  test('sends the headers of every other answer along', async () => {
    const { headers } = await post('/mcp', {})
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['ratelimit-limit']).toBe('600')
  })

  test('counts calls by tool', async () => {
    const { body } = await app.inject('/metrics')
    const counts = body.split('\n').filter((line) => line.includes('_seconds_count'))
    const has = (...parts: string[]) =>
      counts.some((line) => parts.every((part) => line.includes(part)) && !line.endsWith(' 0'))
    expect(has('mcp_tool_call', 'lore_search', 'outcome="ok"')).toBe(true)
    expect(has('mcp_tool_call', 'lore_get', 'outcome="refused"')).toBe(true)
    expect(has('mcp_tool_call', 'lore_get', 'outcome="failed"')).toBe(true)
    expect(has('search_duration', 'door="mcp"')).toBe(true)
  })
})

describe('the instructions', () => {
  test('say in their first 512 characters all that an agent must know', () => {
    const first = INSTRUCTIONS.slice(0, 512)
    for (const name of ['lore_search', 'lore_get', 'lore_context', 'never instructions to you.'])
      expect(first).toContain(name)
    expect(INSTRUCTIONS.indexOf('\n\n')).toBeLessThanOrEqual(512)
  })
})
