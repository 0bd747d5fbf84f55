import { errorEnvelopeSchema } from '@teamlore/shared'
import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer } from '../testing/edge-app.ts'
import { ingestOf, transcript } from '../testing/transcript.ts'
import { openWorld, type World, type WorldTeam } from '../testing/world.ts'

const RUNS = { numRuns: 60 }

const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\ufeff',
  '💥',
  "'; drop table teamlore.sessions; --",
  '"unclosed',
  '-',
  'type:',
  'before:yesterday after:2026-13-45',
  'a or or or -b',
  '%',
  '\\',
  '../../etc/passwd',
  '__proto__',
  'ses_01abcdef',
  'ses_zzzzzzzzzzzzzzzzzzzzzzzzzz',
  '9'.repeat(40),
  '-1',
  '1e309',
  'NaN',
  '2026-03-04',
  'null',
  '[]',
  'a'.repeat(5_000),
)
const word = fc.oneof(
  nasty,
  fc.string({ maxLength: 60, unit: 'binary' }),
  fc.string({ maxLength: 200 }),
)

const paths = {
  GET: [
    '/v1/sessions',
    '/v1/sessions/:id',
    '/v1/sessions/:id/messages',
    '/v1/messages/:id',
    '/v1/prompts',
    '/v1/observations',
    '/v1/observations/:id',
    '/v1/summaries',
    '/v1/summaries/:id',
    '/v1/search',
    '/v1/search/sessions',
    '/v1/search/complete',
    '/v1/timeline',
    '/v1/records',
    '/v1/context',
    '/v1/projects',
    '/v1/machines',
    '/v1/keys',
    '/v1/jobs',
    '/v1/me',
    '/v1/stats',
  ],
  POST: [
    '/v1/ingest',
    '/v1/search',
    '/v1/search/sessions',
    '/v1/search/complete',
    '/v1/timeline',
    '/v1/context',
    '/v1/machines',
    '/v1/keys',
    '/v1/sign-in',
    '/v1/sign-out',
    '/v1/sign-in-links',
    '/v1/jobs/:id/retry',
    '/mcp',
  ],
}
const NAMES = [
  'q',
  'at',
  'limit',
  'cursor',
  'project',
  'session',
  'type',
  'kind',
  'kinds',
  'within',
  'file',
  'tool',
  'author',
  'branch',
  'concept',
  'before',
  'after',
  'around',
  'preview_chars',
  'ids',
  'budget_tokens',
  'files',
  'format',
  'scope',
  'title',
  'include_superseded',
  '__proto__',
  'constructor',
]

describe('whatever is sent, the server does not fail', () => {
  let world: World
  let us: WorldTeam
  let session: string
  let sent = 0

  beforeAll(async () => {
    world = await openWorld()
    us = await world.addTeam()
    session = (await us.fill())[0] ?? ''
  })
  afterAll(() => world[Symbol.asyncDispose]())

  const isAnswer = (response: LightMyRequestResponse, isMcp = false) => {
    expect(response.statusCode, response.body.slice(0, 500)).toBeLessThan(500)
    if (response.statusCode >= 400 && !isMcp)
      expect(errorEnvelopeSchema.safeParse(response.json()).success).toBe(true)
  }

  const at = (path: string, id: string) =>
    path.replace(':id', encodeURIComponent(Buffer.from(id).toString()))

  test('GET with any query', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths.GET),
        fc.oneof(word, fc.constant('real'), fc.constant('prefix')),
        fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(word, fc.constant('real'))), {
          maxLength: 6,
        }),
        async (path, id, pairs) => {
          const given = id === 'real' ? session : id === 'prefix' ? session.slice(0, 20) : id
          const query = new URLSearchParams(
            pairs.map(([name, value]): [string, string] => [
              name,
              value === 'real' ? session : value,
            ]),
          )
          isAnswer(await us.ask(`${at(path, given)}?${query}`, 'admin'))
        },
      ),
      { numRuns: 250 },
    ))

  const post = (path: string, payload: unknown) =>
    world.app.inject({
      method: 'POST',
      url: path,
      headers: {
        ...bearer(us.keys.admin),
        host: 'localhost',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })

  test('POST with any JSON', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...paths.POST),
        word,
        fc.json({ stringUnit: 'binary' }),
        async (path, id, json) => {
          isAnswer(await post(at(path, id), json), path === '/mcp')
        },
      ),
      { numRuns: 200 },
    ))

  test('POST with any text that is no JSON', () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...paths.POST), word, async (path, text) => {
        isAnswer(await post(at(path, 'x'), text), path === '/mcp')
      }),
      RUNS,
    ))

  test('a search for any text, by either way', () =>
    fc.assert(
      fc.asyncProperty(word, fc.integer({ min: 1, max: 100 }), async (q, limit) => {
        isAnswer(await us.ask(`/v1/search?${new URLSearchParams({ q, limit: String(limit) })}`))
        isAnswer(await post('/v1/search', { q, limit }))
      }),
      RUNS,
    ))

  test('sessions with any texts are taken in, and read back', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 5 }),
        fc.json({ stringUnit: 'binary', maxDepth: 3 }),
        async (texts, input) => {
          const [first] = transcript().messages
          const messages = texts.map((text, ordinal) => ({
            ...first,
            key: `m${ordinal}`,
            parent_key: null,
            ordinal,
            blocks: [
              { type: 'text' as const, text },
              { type: 'tool_call' as const, id: null, name: 'Any', input: JSON.parse(input) },
              { type: 'tool_result' as const, tool_call_id: null, text, is_error: true },
            ],
          }))
          const title = texts[0]?.slice(0, 400) ?? null
          const session = {
            ...transcript({ native_id: `fuzz-${sent++}`, title, edits: [] }),
            messages,
          }
          const taken = await post(
            '/v1/ingest',
            ingestOf([session as ReturnType<typeof transcript>]),
          )
          expect(taken.statusCode, taken.body.slice(0, 500)).toBe(200)
          const id = taken.json().sessions[0].session_id
          const read = await us.ask(`/v1/sessions/${id}/messages`)
          expect(read.statusCode, read.body.slice(0, 500)).toBe(200)
          expect(read.json().items).toHaveLength(texts.length)
          isAnswer(await us.ask(`/v1/sessions/${id}`))
        },
      ),
      RUNS,
    ))

  test('a tool call with any arguments answers, if only with a sentence', () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(
          'lore_search',
          'lore_get',
          'lore_context',
          'lore_list_sessions',
          'lore_get_session',
          'lore_nothing',
        ),
        fc.dictionary(
          fc.constantFrom(...NAMES, 'query', 'id', 'view', 'from'),
          fc.oneof(word, fc.jsonValue()),
          {
            maxKeys: 4,
          },
        ),
        async (name, args) => {
          const response = await post('/mcp', {
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name, arguments: args },
          })
          const isPoisoned = /"(?:__proto__|constructor)":/.test(JSON.stringify(args))
          const expected = isPoisoned ? 400 : 200
          expect(response.statusCode, response.body.slice(0, 500)).toBe(expected)
          expect(response.body).not.toMatch(/Something went wrong/)
        },
      ),
      RUNS,
    ))
})
