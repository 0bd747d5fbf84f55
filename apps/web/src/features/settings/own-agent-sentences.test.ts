import { handedOverSentence, type LeaseStatus } from '@teamlore/shared/distil-leases'
import { expect, test } from 'vitest'
import { isRuledOut, leaseSentence, ownAgentsState } from './own-agent-sentences.ts'

const lease = {
  state: 'done',
  tool: 'claude',
  findings: 2,
  answered: 3,
  reason: null,
  memory: null,
} as const
const status: LeaseStatus = {
  allowed: true,
  tools: ['claude'],
  rules: [{ kind: 'tool', subject: 'codex', allowed: false }],
  due: { sessions: 3, tokens: 900, memories: 0 },
  today: { tokens: 0 },
  handed_over: { waiting: 3, confirmed: 2, refused: 1, unclear: 0 },
  leases: [],
  people: [],
}

test('one sentence says whether it is allowed, and what is left to do', () => {
  expect(ownAgentsState(status)).toContain('3 sessions of yours could be distilled')
  const due = { sessions: 0, tokens: 0, memories: 2 }
  expect(ownAgentsState({ ...status, due })).toBe(
    'All of your sessions that are quiet are distilled. 2 memories could be asked about.',
  )
  expect(ownAgentsState({ ...status, allowed: false })).toContain('not distilled')
})

test('one sentence says what readers made of what agents handed over, and none where nothing was', () => {
  expect(handedOverSentence(status.handed_over)).toBe(
    'Of what agents handed over, 3 findings wait for a reader; 2 are confirmed, 1 is refused, 0 are unclear.',
  )
  expect(handedOverSentence({ waiting: 0, confirmed: 0, refused: 0, unclear: 0 })).toBe('')
})

test('what became of a session is said with its reason', () => {
  expect(leaseSentence(lease)).toBe('distilled by Claude Code, 2 findings')
  expect(leaseSentence({ ...lease, state: 'released', reason: 'rate-limited' })).toBe(
    'given back by Claude Code: the coding agent came to its limit',
  )
  expect(leaseSentence({ ...lease, state: 'failed', reason: 'timeout' })).toContain(': timeout')
})

test('of a memory it is said that it was asked about', () => {
  const memory = { id: 'mem_1', title: 'Carts live in Postgres.' }
  expect(leaseSentence({ ...lease, memory, findings: null })).toBe(
    'asked about by Claude Code, 3 answers',
  )
})

test('only what a rule forbids is ruled out', () => {
  expect(isRuledOut(status, 'tool', 'codex')).toBe(true)
  expect(isRuledOut(status, 'tool', 'claude')).toBe(false)
  expect(isRuledOut(status, 'team', '')).toBe(false)
})
