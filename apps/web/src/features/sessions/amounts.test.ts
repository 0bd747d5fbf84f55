import type { Stats } from '@teamlore/shared'
import { expect, test } from 'vitest'
import { amountsOf, shareOfListed } from './amounts.ts'

const STATS: Stats = {
  sessions: 76,
  messages: 900,
  prompts: 124,
  observations: 30,
  findings: 12,
  summaries: 20,
  documents: 1_000,
  embedded: 0,
  projects: 2,
  tools: [
    { tool: 'claude-code', sessions: 15 },
    { tool: 'codex', sessions: 5 },
  ],
}

test('the sessions above the list are those in it, and those of programs stand apart', () => {
  expect(amountsOf(STATS)).toBe('20 sessions, 56 others of programs, 124 prompts, 12 findings')
  expect(amountsOf({ ...STATS, sessions: 20 })).toBe('20 sessions, 124 prompts, 12 findings')
})

test('a server that counts no findings apart says what it has', () => {
  expect(amountsOf({ ...STATS, findings: undefined })).toContain('30 findings')
})

test('a filter leaves a share of what is listed without it', () => {
  const total = { value: 4, relation: 'exact' } as const
  expect(shareOfListed(total, STATS, { started_by: null })).toBe('4 of 20 sessions')
  expect(shareOfListed(total, STATS, { started_by: 'program' })).toBe('4 of 56 sessions')
  expect(shareOfListed(total, STATS, { started_by: 'anyone' })).toBe('4 of 76 sessions')
})
