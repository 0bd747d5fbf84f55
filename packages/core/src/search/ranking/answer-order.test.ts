import type { GroupedHit } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { answerOrder } from './answer-order.ts'

const hit = (id: string, title: string, day: string | null, more: object = {}) =>
  ({
    id,
    title,
    kind: 'message',
    type: 'assistant',
    status: 'current',
    project: null,
    snippet: { text: title, highlights: [] },
    score: 1,
    session_id: `ses_${id}`,
    occurred_at: day && `${day}T09:00:00.000Z`,
    ...more,
  }) as unknown as GroupedHit
const orderOf = (...items: GroupedHit[]) => answerOrder(items, 'dashboards').map(({ id }) => id)

const OLD = hit('old', 'Dashboards are built in Metabase.', '2026-01-05')
const NEW = hit('new', 'Dashboards are built in Superset, it hides rows.', '2026-03-05')
const OTHER = hit('other', 'The finance dashboard is for the board only.', '2026-02-01')

describe('hits that say the same of the same thing with another value', () => {
  test('are shown with what was said later first, and the others stay where they are', () => {
    expect(orderOf(OLD, OTHER, NEW)).toEqual(['new', 'old', 'other'])
    expect(orderOf(OTHER, NEW, OLD)).toEqual(['other', 'new', 'old'])
  })

  test('stay in their order where nothing says which was later', () => {
    expect(orderOf(OLD, { ...NEW, occurred_at: null })).toEqual(['old', 'new'])
  })

  test('are of one project, and no output of a tool', () => {
    const elsewhere = hit('new', NEW.title, '2026-03-05', { project: { id: 'prj_1', name: 'x' } })
    expect(orderOf(OLD, elsewhere)).toEqual(['old', 'new'])
    expect(orderOf(OLD, { ...NEW, type: 'tool_result' })).toEqual(['old', 'new'])
  })

  test('all stay in the answer', () => {
    const many = Array.from({ length: 30 }, (_, n) =>
      hit(`h${n}`, `Berth ${n} is free.`, '2026-01-01'),
    )
    expect(new Set(orderOf(OLD, ...many, NEW)).size).toBe(32)
  })
})

describe('memories that nobody has linked', () => {
  const memory = (id: string, title: string, day: string, more: object = {}) =>
    hit(id, title, day, { kind: 'memory', type: 'decision', session_id: null, ...more })
  const askedOf = (question: string, ...items: GroupedHit[]) =>
    answerOrder(items, question).map(({ id }) => id)

  test('are led by the later one where it may take the place of the other', () => {
    const two = memory('two', 'A pull request needs two approvals.', '2026-01-05')
    const one = memory('one', 'One approval is enough for a pull request.', '2026-03-05')
    const asked = 'How many approvals does a pull request need?'
    expect(askedOf(asked, two, { ...one, score: 0.6 })).toEqual(['one', 'two'])
    expect(askedOf(asked, two, { ...one, score: 0.3 })).toEqual(['two', 'one'])
    // It is for questions: what is only named keeps the order of its words.
    expect(askedOf('approvals', two, { ...one, score: 0.6 })).toEqual(['two', 'one'])
  })

  test('keep their order where the later one lacks what is asked about', () => {
    const finance = memory('finance', 'The finance export is CSV with semicolons.', '2026-01-05')
    const partner = memory('partner', 'The partner export is Parquet.', '2026-03-05')
    expect(askedOf('Which format has the finance export?', finance, partner)).toEqual([
      'finance',
      'partner',
    ])
  })

  test('keep their order where they say two things of one subject', () => {
    const kind = memory('kind', 'The fraud model is XGBoost.', '2026-01-05')
    const speed = memory('speed', 'The fraud model scores within 40 ms.', '2026-03-05')
    expect(askedOf('What kind of model is the fraud model?', kind, speed)[0]).toBe('kind')
  })
})

describe('hits that answer a question', () => {
  const answersOf = (...items: GroupedHit[]) =>
    answerOrder(items, 'In which tool are dashboards built?').map(({ id }) => id)

  test('come before those that only ask, or tell of changed files', () => {
    const question = hit('question', 'In which tool are dashboards built?', '2026-01-04')
    const work = hit('work', 'Completed: Changed bi/readme.md.', '2026-01-06')
    expect(answersOf(question, work, OLD)[0]).toBe('old')
    expect(answersOf({ ...question, score: 2 }, OLD)[0]).toBe('question')
    // Who names what they look for gets what has the words.
    expect(answerOrder([question, OLD], 'dashboards built').map(({ id }) => id)[0]).toBe('question')
  })

  test('and speak of the same subject are led by the newest that fits about as well', () => {
    const first = hit('first', 'Photos are uploaded at once in full size.', '2026-01-04')
    const later = hit('later', 'Photos are shrunk to 1600 pixels before.', '2026-02-04')
    expect(answersOf(first, { ...later, score: 0.9 })).toEqual(['later', 'first'])
    expect(answersOf(first, { ...later, score: 0.5 })).toEqual(['first', 'later'])
    expect(answersOf(first, { ...OTHER, score: 0.9 })).toEqual(['first', 'other'])
  })

  test('stay behind all that is current when they are superseded', () => {
    const gone = hit('gone', 'Dashboards are built by hand.', '2026-01-01', {
      status: 'superseded',
    })
    expect(answersOf({ ...gone, score: 5 }, OLD)).toEqual(['old', 'gone'])
  })

  test('stand where they fit when an earlier time is asked about and they are memories that were replaced since', () => {
    const gone = hit('gone', 'Dashboards are built by hand.', null, {
      kind: 'memory',
      status: 'superseded',
      score: 5,
    })
    const order = (isPast: boolean) =>
      answerOrder([gone, OLD], 'What are dashboards built with?', isPast).map(({ id }) => id)
    expect([order(true), order(false)]).toEqual([
      ['gone', 'old'],
      ['old', 'gone'],
    ])
  })
})
