import type { RankedRow } from '@teamlore/db'
import fc from 'fast-check'
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

const dated = (sourceId: string, day: string, score: number): Scored => {
  const { row } = found(score, { sourceId, kind: 'prompt', status: 'current' })
  return { score, row: { ...row, occurredAt: new Date(day) } }
}

const inOrder = (text: Scored[], isAboutNow: boolean) =>
  rankSources(
    { text, vector: [], exact: [] },
    { question: { identifierShare: 0, coverage: 1, held: 1 }, isAboutNow },
  ).map(({ row }) => row.sourceId)

test('what is newer comes first where the question asks for now, and else only where it fits alike', () => {
  const text = [dated('older', '2024-01-01', 5), dated('newer', '2024-09-01', 4.5)]
  expect(inOrder(text, true)).toEqual(['newer', 'older'])
  expect(inOrder(text, false)).toEqual(['older', 'newer'])
  const alike = [dated('a, older', '2024-01-01', 5), dated('b, newer', '2024-09-01', 5)]
  expect(inOrder(alike, false)).toEqual(['b, newer', 'a, older'])
})

const NEARNESS = fc.double({ min: 0, max: 1, noNaN: true })

const firstOf = (isIdentifier: boolean, nearness: { asked: number; other: number }) => {
  const asked = (score: number) =>
    found(score, { sourceId: 'asked', kind: 'message', status: 'current' })
  const other = (score: number) =>
    found(score, { sourceId: 'other', kind: 'message', status: 'current' })
  const arms = {
    text: [asked(9), other(2)],
    vector: [asked(nearness.asked), other(nearness.other)],
    exact: isIdentifier ? [asked(1)] : [],
  }
  const question = { identifierShare: isIdentifier ? 1 : 0, coverage: 1, held: 1 }
  return rankSources(arms, { question })[0]?.row.sourceId
}

test('the text that has the identifier, or nearly all words, of a question comes first, however near another is in meaning', () => {
  fc.assert(
    fc.property(
      fc.boolean(),
      fc.record({ asked: NEARNESS, other: NEARNESS }),
      (isIdentifier, nearness) => {
        expect(firstOf(isIdentifier, nearness)).toBe('asked')
      },
    ),
  )
})
