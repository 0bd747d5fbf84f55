import type { ListTotal } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { sampleSession } from '../testing/samples.ts'
import { runTool } from './testing/run-tool.ts'
import { contextOf } from './testing/tool-context.ts'

test.each<[ListTotal | null, string]>([
  [{ value: 37, relation: 'exact' }, '1 of 37 sessions. More with cursor next'],
  [{ value: 10_000, relation: 'at_least' }, '1 of 10000 or more sessions. More with cursor next'],
  [null, 'More with cursor next'],
])('a list says how many sessions its filters leave: %j', async (total, says) => {
  const context = contextOf({
    listSessions: async () => ({ items: [sampleSession()], next_cursor: 'next', total }),
  })
  const { text, data } = await runTool('lore_list_sessions', context, {})
  expect(text.split('\n')).toContain(says)
  expect(data).toMatchObject({ total: total?.value ?? null, next_cursor: 'next' })
})
