import { describe, expect, test } from 'vitest'
import { type BriefCandidate, briefEntryOf } from './brief-entry.ts'
import { oneOfEach } from './brief-repeats.ts'

const BASE = { author: 'Ann', project: 'acme/tides', occurredAt: '2026-01-05T08:00:00.000Z' }
const found = (id: string, title: string, sessionId = `ses_${id}`): BriefCandidate => ({
  ...BASE,
  id,
  sessionId,
  kind: 'observation',
  type: 'discovery',
  title,
  subtitle: '',
  narrative: '',
  filesRead: [],
  filesModified: [],
})
const summary = (id: string, learned: string, sessionId = `ses_${id}`): BriefCandidate => ({
  ...BASE,
  id,
  sessionId,
  kind: 'summary',
  request: 'Fix it',
  learned,
  completed: '',
  nextSteps: '',
  notes: '',
})
const memory = (id: string, statement: string): BriefCandidate =>
  ({
    ...BASE,
    id,
    sessionId: null,
    kind: 'memory',
    memoryKind: 'gotcha',
    statement,
    reason: '',
    rejected: [],
    paths: [],
    changed: [],
    otherSides: [],
    stale: null,
    confidence: 1,
    confirmedAt: new Date('2026-01-05T08:00:00.000Z'),
  }) as unknown as BriefCandidate
const idsOf = (...candidates: BriefCandidate[]) =>
  oneOfEach(candidates).candidates.map(({ id }) => id)

const FACT = 'The tide table must be read under a lock, because readers saw half of it.'

describe('one fact in a brief', () => {
  test.each([
    ['word for word', FACT],
    [
      'but for capitals and signs',
      'the tide table must be read under a lock because readers saw half of it',
    ],
    ['but for a word', `Note: ${FACT}`],
  ])('is said once, whichever session found it too: %s', (_, again) => {
    const { candidates, sessionsOf } = oneOfEach([
      found('a', FACT),
      found('b', again),
      found('c', again),
    ])
    expect(candidates.map(({ id }) => id)).toEqual(['a'])
    expect(sessionsOf.get('a')).toBe(3)
  })

  test('is said by the memory of it, wherever that ranks', () => {
    expect(idsOf(found('a', FACT), memory('m', FACT))).toEqual(['m'])
  })

  test('is left out of a summary whose finding stands there, and nothing else is', () => {
    const rest = 'Boats wait at the north quay.'
    const { candidates } = oneOfEach([found('a', FACT), summary('s', `${FACT} ${rest}`)])
    expect(candidates).toMatchObject([{ id: 'a' }, { id: 's', learned: rest }])
  })

  test.each(['learned', 'completed', 'notes'] as const)(
    'leaves a summary out that says it alone, as what is %s',
    (part) => {
      const repeated = { ...summary('s', ''), [part]: FACT } as BriefCandidate
      expect(idsOf(repeated, memory('m', FACT))).toEqual(['m'])
      // What is still to be done keeps it.
      const open = { ...repeated, nextSteps: 'Try it at low tide.' } as BriefCandidate
      const { candidates } = oneOfEach([open, memory('m', FACT)])
      expect(candidates).toMatchObject([{ id: 's', [part]: '' }, { id: 'm' }])
    },
  )

  test.each([
    ['The queue holds 20 jobs at most.', 'The queue holds 30 jobs at most.'],
    ['Retries of uploads are safe here.', 'Retries of uploads are not safe here.'],
    ['Pilots answer on channel twelve.', 'Ropes are spliced by the night shift.'],
  ])('is not taken for another: %s', (one, other) => {
    expect(idsOf(found('a', one), found('b', other))).toEqual(['a', 'b'])
  })

  test('that two memories say is shown twice, until somebody decides', () => {
    expect(idsOf(memory('m', FACT), memory('n', FACT))).toEqual(['m', 'n'])
  })

  test('says of how many sessions it is', () => {
    expect(briefEntryOf(found('a', FACT), { sessions: 3 })).toMatchObject({ sessions: 3 })
    expect(briefEntryOf(found('a', FACT))).not.toHaveProperty('sessions')
  })
})
