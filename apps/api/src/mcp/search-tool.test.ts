import { costOf } from '@teamlore/core'
import type { SearchQuery, SearchResponse } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'
import { connectMcp } from '../testing/mcp-client.ts'
import { sampleHit, sampleTimeline } from '../testing/samples.ts'
import { runTool } from './testing/run-tool.ts'
import { contextOf } from './testing/tool-context.ts'

test('a hit that is its own title says it once, says for how many it stands, and a scope is handed on', async () => {
  const asked: SearchQuery[] = []
  const hit = {
    ...sampleHit(),
    title: 'go on',
    snippet: { text: 'go on', highlights: [] },
    repeats: ['msg_1', 'msg_2'],
    evidence: { messages: 1, findings: 0, ids: ['msg_3'] },
  }
  const app = edgeApp({
    useCases: {
      search: async (_scope, query) => {
        asked.push(query)
        return { items: [hit], next_cursor: null, notes: [], arms: [], tokens: 9, took_ms: 1 }
      },
    },
  })
  const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/mcp`
  const client = await connectMcp(url, { key: 'tlk_viewer' })
  const { content, structuredContent } = await client.callTool({
    name: 'lore_search',
    arguments: { query: '', scope: 'session' },
  })
  expect(asked).toMatchObject([{ scope: 'session' }])
  expect(asked[0]?.type).toBeUndefined()
  expect(JSON.stringify(content).match(/go on/g)).toHaveLength(1)
  expect(JSON.stringify(content)).toContain('2 more say the same')
  expect(JSON.stringify(content)).toContain('evidence: 1 message')
  expect(structuredContent).toMatchObject({
    results: [{ title: 'go on', snippet: '', repeats: 2, evidence: { ids: ['msg_3'] } }],
  })
  await app.close()
})

test('hits of a session are one, which says how many more there are and does not say its title twice', async () => {
  const asked: unknown[] = []
  const hit = {
    ...sampleHit(),
    session_id: 'ses_1',
    title: 'The lock outlives it.',
    snippet: { text: '…The lock outlives it. A crash leaves it there.', highlights: [] },
    more_in_session: { count: 3, items: [] },
  }
  const context = contextOf({
    search: async (_scope, query) => {
      asked.push(query)
      return { items: [hit], next_cursor: null, notes: [], arms: [], tokens: 9, took_ms: 1 }
    },
  })
  const { text, data } = await runTool('lore_search', context, { query: 'lock' })
  expect(asked).toMatchObject([{ group: 'session', more: 0 }])
  expect(text).toContain(
    ' · 3 more in session ses_1\n  The lock outlives it.\n  A crash leaves it there.',
  )
  expect(data).toMatchObject({
    results: [{ more_in_session: 3, snippet: 'A crash leaves it there.' }],
  })
  await runTool('lore_search', context, { query: 'lock', grouped: false })
  expect(asked[1]).not.toHaveProperty('group')
})

describe('a memory that another contradicts', () => {
  const since = '2026-03-01T00:00:00.000Z'
  const memory = (id: string, against: string, words = `Words of ${against}.`) => ({
    ...sampleHit({ id, kind: 'memory', title: `Words of ${id}.`, session_id: null }),
    contradicted_by: [{ id: against, statement: words, since }],
  })
  const other = (at: number) => sampleHit({ id: `obs_${at}`, title: `Another of ${at}.` })
  const ask = (items: SearchResponse['items'], budget_tokens = 2_000) =>
    runTool(
      'lore_search',
      contextOf({
        search: async (_scope, _query, { room } = {}) => {
          const page = { items, next_cursor: null, notes: [], arms: [], tokens: 9, took_ms: 1 }
          return { ...page, items: items.slice(0, room?.(page)) }
        },
      }),
      { query: 'words', budget_tokens },
    )
  const idsOf = (data: unknown) =>
    (data as { results: { id: string }[] }).results.map(({ id }) => id)

  test('says so with the words of the other side and since when', async () => {
    const { text, data } = await ask([memory('mem_a', 'mem_b')])
    expect(text).toContain('Contradicted by “Words of mem_b” since 2026-03-01 (mem_b)')
    expect(data).toMatchObject({
      results: [
        {
          id: 'mem_a',
          contradicted_by: [{ id: 'mem_b', statement: 'Words of mem_b.', since: '2026-03-01' }],
        },
      ],
    })
  })

  test('names the other where that is a result too, and does not say its words twice', async () => {
    const { text, data } = await ask([memory('mem_a', 'mem_b'), memory('mem_b', 'mem_a')])
    expect(text).toContain('Contradicted by mem_b, which is shown here too')
    expect(text).toContain('Contradicted by mem_a, which is shown here too')
    for (const said of [text, JSON.stringify(data)])
      expect(said.split('Words of mem_b.')).toHaveLength(2)
  })

  test('loses the words of the other side, and not its id, before a result has to go', async () => {
    const long = 'of the night and of the day that follows it '.repeat(4)
    const items: SearchResponse['items'] = [
      memory('mem_a', 'mem_x', `First ${long}`),
      memory('mem_b', 'mem_y', `Second ${long}`),
      ...Array.from({ length: 4 }, (_, at) => other(at)),
    ]
    const plain = items.map((item) => ({
      ...item,
      ...(item.contradicted_by && {
        contradicted_by: item.contradicted_by.map((side) => ({ ...side, statement: '' })),
      }),
    }))
    const seen = new Set<string>()
    for (let budget = 300; budget <= 2_000; budget += 25) {
      const [noted, bare] = [await ask(items, budget), await ask(plain, budget)]
      expect(costOf(noted)).toBeLessThanOrEqual(budget)
      // Words that are left out cost a little more than those that are empty.
      const less = await ask(plain, budget - 10)
      expect([idsOf(bare.data), idsOf(less.data)]).toContainEqual(idsOf(noted.data))
      if (!noted.text.includes('mem_b ·')) continue
      expect(noted.text).toContain('mem_y')
      seen.add(`${noted.text.includes('First')} ${noted.text.includes('Second')}`)
    }
    // The best result gets the room first.
    expect([...seen].sort()).toEqual(['false false', 'true false', 'true true'])
  })
})

describe('an empty page that more follows', () => {
  const further =
    'eyJhZnRlciI6eyJhdCI6MTc3NzgwMDAwMDAwMDAwMCwiaWQiOiI0MTIzNCJ9LCJrZXkiOiJhMWIyYzMifQ'
  const note =
    'Everything down to 2026-05-03T08:00Z was looked at; what is older comes with the next pages.'
  const empty = (next_cursor: string | null) => ({
    items: [],
    next_cursor,
    notes: [note],
    arms: [],
    tokens: 0,
    took_ms: 900,
  })

  test.each([
    ['lore_search', 'Nothing so far.', 'Nothing found.'],
    ['lore_list_sessions', 'None so far.', 'No sessions like that.'],
  ])(
    'is no end to %s: it says how far was looked, and how to go on, within the smallest budget',
    async (name, going, ended) => {
      const ask = (next: string | null) => {
        const find = async () => empty(next)
        const context = contextOf({ search: find, searchSessions: find })
        return runTool(name, context, { query: 'type:decision', budget_tokens: 200 })
      }
      const answer = await ask(further)
      expect(answer.text).toContain(`Note: ${note}\n${going} More with cursor ${further}`)
      expect(answer.text).not.toContain(ended)
      expect(answer.data).toMatchObject({ next_cursor: further, notes: [note] })
      expect(costOf(answer)).toBeLessThanOrEqual(200)
      expect((await ask(null)).text).toContain(ended)
    },
  )
})

test('a timeline of nothing says why, and not that nothing happened', async () => {
  const nothing = {
    ...sampleTimeline([], 0),
    anchor: { id: null, at: null },
    notes: ['Not found.'],
  }
  const context = contextOf({ getTimeline: async () => nothing })
  const { text } = await runTool('lore_timeline', context, { query: 'type:decision' })
  expect(text).toContain('Note: Not found.')
  expect(text).not.toContain('Nothing here.')
})
