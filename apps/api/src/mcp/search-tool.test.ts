import type { SearchQuery } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { edgeApp } from '../testing/edge-app.ts'
import { connectMcp } from '../testing/mcp-client.ts'
import { sampleHit } from '../testing/samples.ts'

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
