import type { SearchQuery } from '@teamlore/shared'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bearer, edgeApp } from '../../testing/edge-app.ts'

describe('a search with fields that mean nothing', () => {
  let app: FastifyInstance
  const asked: SearchQuery[] = []
  const nothing = {
    items: [],
    next_cursor: null,
    took_ms: 1,
    tokens: 0,
    arms: [],
    notes: ['by the search'],
  }

  beforeAll(() => {
    const find = async (_scope: unknown, query: SearchQuery) => {
      asked.push(query)
      return nothing
    }
    app = edgeApp({ useCases: { search: find, searchSessions: find } })
  })
  afterAll(() => app.close())

  const notesOf = async (path: string, body?: object) => {
    const answer = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      headers: bearer('tlk_viewer'),
      ...(body === undefined ? {} : { payload: body }),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    return (answer.json() as { notes: string[] }).notes
  }

  describe.each(['/v1/search', '/v1/search/sessions'])('%s', (path) => {
    test('says so, and asks without them', async () => {
      for (const notes of [
        await notesOf(`${path}?q=hook&projct=cli`),
        await notesOf(path, { q: 'hook', projct: 'cli' }),
      ]) {
        expect(notes).toEqual([
          expect.stringMatching(/^There is no field "projct": left aside\. There are q, .*project/),
          'by the search',
        ])
        expect(asked.at(-1)).toMatchObject({ q: 'hook', limit: 20 })
        expect(asked.at(-1)).not.toHaveProperty('projct')
      }
    })

    test('has nothing to say of those it knows', async () => {
      expect(await notesOf(`${path}?q=hook&project=cli&include_superseded=true`)).toHaveLength(1)
      expect(await notesOf(path, { q: 'hook', project: 'cli', limit: 3 })).toHaveLength(1)
      expect(asked.at(-1)).toMatchObject({ q: 'hook', project: 'cli', limit: 3 })
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
  })
})
