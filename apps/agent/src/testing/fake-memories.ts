import type { Project } from '@teamlore/shared'
import { HANDOVER_STATES, type Handover, type HandoverRequest } from '@teamlore/shared/handover'
import {
  listMemoriesQuerySchema,
  type Memory,
  memoryPageSchema,
  memorySchema,
  NO_SLOTS,
  rememberRequestSchema,
} from '@teamlore/shared/memories'
import { memoryHistoryQuerySchema, memoryHistorySchema } from '@teamlore/shared/memory-history'
import {
  contradictionsSchema,
  memoryPolicyQuerySchema,
  memoryPolicyRequestSchema,
  memoryPolicySchema,
  movedUnreviewedSchema,
  moveUnreviewedRequestSchema,
  reviewDecisionRequestSchema,
  reviewQueueSchema,
  reviewReceiptSchema,
  settleRequestSchema,
  undoReceiptSchema,
  undoReviewRequestSchema,
  updateMemoryRequestSchema,
} from '@teamlore/shared/memory-review'
import type { z } from 'zod'
import { ana, fakeId, harbour } from './fake-data.ts'

const AT = '2026-05-01T09:30:00.000Z'

export const buildProject = (fields: Partial<Project> = {}): Project => ({
  ...harbour,
  remote_url: 'https://github.com/acme/harbour.git',
  root_path: '/home/ana/harbour',
  default_visibility: 'team',
  sessions: 3,
  last_activity_at: AT,
  is_restricted: false,
  is_closed_to_you: false,
  keeps_worktrees_apart: false,
  links_from: 0.5,
  shares_code: false,
  ...fields,
})

export const buildMemory = (fields: Partial<Memory> = {}): Memory => ({
  id: fakeId('mem', 1),
  kind: 'decision',
  status: 'active',
  topic: 'Lock of the tide table',
  session_count: 1,
  statement: 'The writer of the tide table takes the lock first.',
  reason: 'Readers saw half of it.',
  rejected: ['A copy for readers'],
  slots: NO_SLOTS,
  questions: [],
  origin: 'human',
  confidence: 0.7,
  confidence_parts: {
    origin: 0.7,
    confirmations: 0,
    contradictions: 0,
    setbacks: 0,
    is_approved: false,
    decay: 1,
  },
  project: harbour,
  visibility: 'team',
  author: ana,
  assignee: null,
  version: 1,
  valid_from: AT,
  recorded_at: AT,
  confirmed_at: AT,
  created_at: AT,
  stale: null,
  successor: null,
  review: null,
  anchors: [],
  evidence_count: 0,
  evidence: [],
  relations: [],
  replaced: [],
  setbacks: [],
  changed_bases: [],
  contradicted_by: [],
  dependants: [],
  ...fields,
})

type FakeWorld = { memories: Memory[] }

const queueOf = (query: Record<string, string>, items: readonly Memory[]) =>
  query['batch'] === 'true'
    ? {
        items,
        total: items.length,
        batch: { week: '2026-05-04', size: items.length + 1, decided: 1 },
      }
    : { items, total: items.length + 2 }

/** The memories of a team, as the real server speaks of them. */
export const fakeMemories = (
  path: string,
  query: Record<string, string>,
  body: unknown,
  { memories }: FakeWorld,
): [z.ZodType, unknown] => {
  const [, , , name = '', part] = path.split('/')
  const [first = buildMemory()] = memories
  if (path === '/v1/contradictions')
    return [
      contradictionsSchema,
      {
        items: [
          {
            first,
            second: memories[1] ?? first,
            confidence: 0.6,
            since: AT,
            reason: 'same subject, no order in time',
          },
        ],
      },
    ]
  if (name === '') {
    if (body !== undefined) {
      const { statement, rejected = [] } = rememberRequestSchema.parse(body)
      return [memorySchema, { ...first, statement, rejected }]
    }
    listMemoriesQuerySchema.strict().parse(query)
    return [memoryPageSchema, { items: memories, next_cursor: null, note: null }]
  }
  if (name === 'review' && body === undefined) return [reviewQueueSchema, queueOf(query, memories)]
  if (name === 'review') {
    const { ids } = reviewDecisionRequestSchema.parse(body)
    return [reviewReceiptSchema, { action: 'evt_1', changed: ids.length }]
  }
  if (name === 'policy') return policyOf(query, body)
  if (name === 'unreviewed') {
    moveUnreviewedRequestSchema.parse(body)
    return [movedUnreviewedSchema, { action: 'evt_2', changed: 3, left: 1 }]
  }
  if (name === 'undo') {
    undoReviewRequestSchema.parse(body)
    const { id, statement } = first
    const memories = [{ id, statement }]
    return [undoReceiptSchema, { action: 'evt_1', changed: 1, decision: 'both', memories }]
  }
  if (name === 'settle') {
    settleRequestSchema.parse(body)
    return [memorySchema, first]
  }
  const memory = memories.find(({ id }) => id.startsWith(name)) ?? first
  if (part === 'update') {
    updateMemoryRequestSchema.parse(body)
    return [memorySchema, memory]
  }
  if (part === 'history') {
    const { as_of } = memoryHistoryQuerySchema.strict().parse(query)
    return [memoryHistorySchema, historyOf(memory, as_of !== undefined)]
  }
  return [memorySchema, memory]
}

const policyOf = (query: Record<string, string>, body: unknown): [z.ZodType, unknown] => {
  const usual = { mode: 'confidence', threshold: 0.6, origins: ['human', 'import'] }
  if (body === undefined) memoryPolicyQuerySchema.parse(query)
  const set = body === undefined ? usual : memoryPolicyRequestSchema.parse(body)
  const { mode, threshold, origins } = set
  const serves_unreviewed = 'serves_unreviewed' in set && set.serves_unreviewed === true
  const is_own = body !== undefined
  return [memoryPolicySchema, { mode, threshold, origins, serves_unreviewed, is_own }]
}

const historyOf = ({ id, statement, valid_from }: Memory, isAsked: boolean) => {
  const version = {
    memory_id: id,
    version: 1,
    kind: 'decision',
    topic: '',
    status: 'active',
    reason: '',
    rejected: [],
    slots: NO_SLOTS,
    questions: [],
    valid_from: '2026-04-01T00:00:00.000Z',
    valid_to: AT,
    recorded_at: AT,
    recorded_by: null,
    change: 'written',
    note: null,
    statement: 'The tide table is not locked.',
  }
  const now = { ...version, version: 2, valid_from, valid_to: null, statement }
  return {
    head: { id, statement, status: 'active', valid_from },
    held: isAsked ? version : null,
    versions: [version, { ...now, change: 'edited', note: 'readers saw half of it' }],
  }
}

/** The first finding is borne out, the others wait for more of the transcript; a third is refused. */
export const handedOver = ({ findings }: HandoverRequest): Handover => ({
  id: fakeId('evt', 1),
  session_id: fakeId('ses', 1),
  findings: findings.map(({ title }, n) => ({
    title,
    state: HANDOVER_STATES[n] ?? 'waiting',
    reason: n === 2 ? 'What is quoted is a question, and no answer to it.' : null,
    reading: n === 0 ? 'waiting' : null,
    message_id: n === 0 ? fakeId('msg', 1) : null,
  })),
})

export const waitingHandover = (id: string): Handover => ({
  id,
  session_id: null,
  findings: [
    {
      title: 'The tide table is read under a lock.',
      state: 'waiting',
      reason: null,
      reading: null,
      message_id: null,
    },
  ],
})
