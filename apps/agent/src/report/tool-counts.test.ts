import { expect, test } from 'vitest'
import { buildCaptureMachine, buildCaptureTool } from '../testing/fake-data.ts'
import { toolCountsOf } from './tool-counts.ts'

/** A machine that captured 12,001 messages, of which the server has 12,000. */
const missingWhere = (forgotten: number): number | undefined => {
  const tool = buildCaptureTool()
  const machine = buildCaptureMachine({
    tools: [{ ...tool, server: { ...tool.server, forgotten } }],
  })
  const own = { tool: 'claude-code', label: 'Claude Code', sessions: 40, messages: 12_001 }
  const state = { tools: [{ ...own, spooled: 0, quarantined: 0, last_error: null }] }
  return toolCountsOf(state as unknown as Parameters<typeof toolCountsOf>[0], machine)[0]?.missing
}

test('a message that the server had until it was forgotten is not missing', () => {
  expect(missingWhere(0)).toBe(1)
  expect(missingWhere(1)).toBe(0)
})
