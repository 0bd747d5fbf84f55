import { expect, test } from 'vitest'
import { z } from 'zod'
import { sampleHit } from '../testing/samples.ts'
import { runTool } from './testing/run-tool.ts'
import { contextOf } from './testing/tool-context.ts'
import { defineTool } from './tool.ts'

const noted = defineTool({
  name: 'lore_note',
  title: 'Note',
  description: 'Notes.',
  effect: 'adds',
  needs: 'member',
  isFor: ({ project }) => project !== 'closed',
  input: z.strictObject({}),
  output: z.object({}),
  run: async () => ({ text: 'noted', data: {} }),
})

test('a tool that writes is offered to those who may, where it is of use', () => {
  expect(noted.isOffered({ role: 'viewer', project: null })).toBe(false)
  expect(noted.isOffered({ role: 'admin', project: 'harbour' })).toBe(true)
  expect(noted.isOffered({ role: 'admin', project: 'closed' })).toBe(false)
})

test('and refuses a viewer that calls it all the same, and says that it writes', async () => {
  type Registered = { annotations: object; call: (args: object, more: object) => Promise<object> }
  let registered: Registered | undefined
  const server = {
    registerTool: (_: string, { annotations }: Registered, call: Registered['call']) => {
      registered = { annotations, call }
    },
  }
  noted.register(server as never, contextOf({}))
  expect(registered?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
  const answer = await registered?.call({}, { mcpReq: { signal: new AbortController().signal } })
  expect(answer).toMatchObject({ isError: true })
})

test('a ranking that the budget cuts is searched once, and says where it goes on', async () => {
  const hits = Array.from({ length: 20 }, (_, n) => ({
    ...sampleHit(),
    title: `Hit ${n} ${'of many words '.repeat(8)}`,
  }))
  const whole = { notes: [], arms: [], tokens: 9, took_ms: 1 }
  let searches = 0
  const context = contextOf({
    search: async (_scope, _query, { room } = {}) => {
      searches++
      const kept = room?.({ ...whole, items: hits, next_cursor: null }) ?? hits.length
      return { ...whole, items: hits.slice(0, kept), next_cursor: kept < 20 ? `at-${kept}` : null }
    },
  })
  const cut = await runTool('lore_search', context, { query: 'words', budget_tokens: 800 })
  const { results, next_cursor, left_out } = cut.data as {
    results: unknown[]
    next_cursor: string | null
    left_out: { count: number }
  }
  expect(results.length).toBeGreaterThan(0)
  expect(next_cursor).toBe(`at-${results.length}`)
  expect(left_out.count).toBe(0)
  expect(searches).toBe(1)
})
