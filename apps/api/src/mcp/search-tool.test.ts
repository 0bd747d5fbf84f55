import { costOf } from '@teamlore/core'
import type { SearchQuery } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'
import { connectMcp } from '../testing/mcp-client.ts'
import { sampleHit, sampleTimeline } from '../testing/samples.ts'
import { runTool } from './testing/run-tool.ts'
import { contextOf } from './testing/tool-context.ts'

test('a hit that is its own title says it once, tells for how many it stands, and a scope is handed on', async () => {
  const asked: SearchQuery[] = []
  const hit = {
    ...sampleHit(),
    title: 'go on',
    snippet: { text: 'go on', highlights: [] },
    repeats: ['msg_1', 'msg_2'],
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
  expect(structuredContent).toMatchObject({
    results: [{ title: 'go on', snippet: '', repeats: 2 }],
  })
  await app.close()
})

test('hits of a session are one, which tells how many more there are and does not say its title twice', async () => {
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

describe('an empty page that more follows', () => {
  const further =
    'eyJhZnRlciI6eyJhdCI6MTc3NzgwMDAwMDAwMDAwMCwiaWQiOiI0MTIzNCJ9LCJrZXkiOiJhMWIyYzMifQ'
  const note =
    'Everything down to 2026-05-03T08:00Z was looked at; what is older comes with the next pages.'
  const empty = (next_cursor: string | null) => ({
    ...{ items: [], next_cursor, notes: [note], arms: [], tokens: 0, took_ms: 900 },
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
