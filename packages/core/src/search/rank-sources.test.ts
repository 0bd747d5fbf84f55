import type { RankedRow } from '@teamlore/db'
import { expect, test } from 'vitest'
import { rankSources } from './rank-sources.ts'
import type { Scored } from './search-arms.ts'

const found = (score: number, row: Pick<RankedRow, 'sourceId' | 'kind' | 'status'>): Scored => ({
  score,
  row: { ...row, id: `doc_${row.sourceId}`, type: null, sessionId: null, occurredAt: null },
})

const TEXT = [
  found(9, { sourceId: 'replaced', kind: 'memory', status: 'superseded' }),
  found(8, { sourceId: 'old finding', kind: 'observation', status: 'superseded' }),
  found(7, { sourceId: 'refused', kind: 'memory', status: 'rejected' }),
  found(1, { sourceId: 'current', kind: 'memory', status: 'current' }),
]

const order = (isPast: boolean, hasPriors = false) =>
  rankSources(
    { text: TEXT, vector: [], exact: [] },
    {
      question: { identifierShare: 0, coverage: 1, held: 1 },
      now: new Date('2026-01-06T08:00:00Z'),
      isPast,
      hasPriors,
    },
  ).map(({ row }) => row.sourceId)

test.each([false, true])(
  'what was replaced since stays behind all that is current, however well it fits (priors: %s)',
  (hasPriors) => {
    expect(order(false, hasPriors)[0]).toBe('current')
  },
)

test('where an earlier time is asked about, memories that were replaced since come where they fit, and nothing else that is gone does', () => {
  expect(order(true)).toEqual(['replaced', 'current', 'old finding', 'refused'])
})
