import { createClient } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../testing/edge-app.ts'

const asked: object[] = []
const answering =
  <A>(answer: A) =>
  async (_scope: unknown, query: object): Promise<A> => {
    asked.push(query)
    return answer
  }
const found = {
  items: [],
  next_cursor: null,
  took_ms: 1,
  tokens: 0,
  arms: [],
  notes: ['by itself'],
}
const timeline = {
  anchor: { id: null, at: null },
  within: 'project' as const,
  items: [],
  has_earlier: false,
  has_later: false,
  tokens: 0,
  left_out: { count: 0, tokens: 0 },
  notes: ['by itself'],
}
const brief = {
  format: 'json' as const,
  text: '',
  tokens: 0,
  budget_tokens: 100,
  included: [],
  left_out: { count: 0, tokens: 0, named: [] },
  notes: [],
}

let app: FastifyInstance
beforeAll(() => {
  app = edgeApp({
    useCases: {
      search: answering(found),
      searchSessions: answering(found),
      getTimeline: answering(timeline),
      getContext: answering(brief),
      completeQuery: answering({ from: 0, to: 0, items: [] }),
    },
  })
})
afterAll(() => app.close())

describe.each(['/v1/search', '/v1/search/sessions', '/v1/timeline'])(
  '%s with fields that mean nothing',
  (path) => {
    const notesOf = async (url: string, body?: object) => {
      const answer = await app.inject({
        method: body === undefined ? 'GET' : 'POST',
        url,
        headers: bearer('tlk_viewer'),
        ...(body === undefined ? {} : { payload: body }),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return (answer.json() as { notes: string[] }).notes
    }

    test('says so, and asks without them', async () => {
      for (const notes of [
        await notesOf(`${path}?q=hook&projct=cli`),
        await notesOf(path, { q: 'hook', projct: 'cli' }),
      ]) {
        expect(notes).toEqual([
          expect.stringMatching(
            /^There is no field "projct": left aside\. There are .*\bq, .*project/,
          ),
          'by itself',
        ])
        expect(asked.at(-1)).toMatchObject({ q: 'hook' })
        expect(asked.at(-1)).not.toHaveProperty('projct')
      }
    })

    test('has nothing to say of those it knows', async () => {
      expect(await notesOf(`${path}?q=hook&project=cli&before=3&after=4`)).toHaveLength(1)
      expect(asked.at(-1)).toMatchObject({ q: 'hook', project: 'cli' })
      expect(await notesOf(path, { q: 'hook', project: 'cli', before: '3' })).toHaveLength(1)
      expect(asked.at(-1)).toMatchObject({ q: 'hook', project: 'cli' })
    })

    test('repeats no secret that stands where a name should', async () => {
      const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
      const [note] = await notesOf(path, { q: 'hook', [secret]: 1 })
      expect(note).toContain('[REDACTED:github]')
      expect(note).not.toContain(secret.slice(0, 12))
    })

    test('is short about very many and very long ones', async () => {
      const many = Object.fromEntries(
        Array.from({ length: 300 }, (_, n) => ['x'.repeat(n + 50), 1]),
      )
      const [note = ''] = await notesOf(path, { q: 'hook', ...many })
      expect(note).toContain(' and others')
      expect(note.length).toBeLessThan(600)
    })
  },
)

test.each(['/v1/search', '/v1/search/sessions', '/v1/search/complete', '/v1/context'])(
  '%s takes a body without a question as it takes an address without one',
  async (path) => {
    const ask = async (method: 'GET' | 'POST') => {
      const filters = { project: 'cli' }
      const answer = await app.inject({
        method,
        url: path,
        headers: bearer('tlk_viewer'),
        ...(method === 'GET' ? { query: filters } : { payload: filters }),
      })
      expect(answer.statusCode, answer.body).toBe(200)
      return asked.at(-1)
    }
    expect(await ask('POST')).toEqual(await ask('GET'))
  },
)

describe('a question longer than an address', () => {
  const q = '日本 '.repeat(6_000)
  let baseUrl: string
  beforeAll(async () => {
    baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  })

  test('is taken whole by everything that takes one', async () => {
    const client = createClient({ baseUrl, key: 'tlk_viewer' })
    for (const ask of [
      client.search,
      client.searchSessions,
      client.timeline,
      client.context,
      client.complete,
    ]) {
      asked.length = 0
      await ask({ q, limit: 7 })
      expect(asked).toEqual([expect.objectContaining({ q })])
    }
  })

  test('is refused in an address, by a sentence that names the way', async () => {
    for (const path of ['search', 'search/sessions', 'timeline', 'context', 'search/complete']) {
      const answer = await fetch(`${baseUrl}/v1/${path}?q=${encodeURIComponent(q)}`, {
        headers: bearer('tlk_viewer'),
      })
      expect(answer.status).toBe(431)
      expect(await answer.text()).toContain('send a long question by POST')
    }
  })
})
