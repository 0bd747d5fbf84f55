import type { LeaseStatus } from '@teamlore/shared/distil-leases'
import { expect, test } from 'vitest'
import { isRuledOut, leaseSentence, ownAgentsState } from './own-agent-sentences.ts'

const lease = { state: 'done', tool: 'claude', findings: 2, answered: 3, reason: null } as const
const status: LeaseStatus = {
  allowed: true,
  tools: ['claude'],
  rules: [{ kind: 'tool', subject: 'codex', allowed: false }],
  due: { sessions: 3, tokens: 900 },
  today: { tokens: 0 },
  leases: [],
  people: [],
}

test('one sentence says whether it is allowed, and what is left to do', () => {
  expect(ownAgentsState(status)).toContain('3 sessions of yours could be distilled')
  expect(ownAgentsState({ ...status, due: { sessions: 0, tokens: 0 } })).toContain('All of your')
  expect(ownAgentsState({ ...status, allowed: false })).toContain('not distilled')
})

test('what became of a session is said with its reason', () => {
  expect(leaseSentence(lease)).toBe('distilled by Claude Code, 2 findings')
  expect(leaseSentence({ ...lease, state: 'released', reason: 'rate-limited' })).toBe(
    'given back by Claude Code: the coding agent came to its limit',
  )
  expect(leaseSentence({ ...lease, state: 'failed', reason: 'timeout' })).toContain(': timeout')
})

test('only what a rule forbids is ruled out', () => {
  expect(isRuledOut(status, 'tool', 'codex')).toBe(true)
  expect(isRuledOut(status, 'tool', 'claude')).toBe(false)
  expect(isRuledOut(status, 'team', '')).toBe(false)
})
