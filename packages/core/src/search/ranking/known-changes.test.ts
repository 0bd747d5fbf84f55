import type { KnownChange } from '@teamlore/db'
import type { GroupedHit } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { inQuestion, withKnown } from './known-changes.ts'
import { saidLaterFirst } from './said-later.ts'

const hit = (id: string, title: string, day: number, more: object = {}) =>
  ({
    id,
    title,
    kind: 'message',
    status: 'current',
    project: null,
    snippet: { text: title, highlights: [] },
    score: 1,
    session_id: `ses_${id}`,
    occurred_at: `2026-01-0${day}T09:00:00.000Z`,
    ...more,
  }) as unknown as GroupedHit
const MEMORY = { kind: 'memory', status: 'unreviewed', session_id: null }

const PRAWN = 'Notes are kept in Prawn.'
const TYPST = 'Notes are kept in Typst.'
const OLD = hit('old', PRAWN, 1)
const NEW = hit('new', TYPST, 2, MEMORY)

const replaced = (newer: string, older: string, more: Partial<KnownChange> = {}): KnownChange => ({
  newer,
  older,
  newerQuote: null,
  olderQuote: null,
  is: 'replaced',
  ...more,
})

/** Ids in their order; of marked ones with what they were said later than. */
const ordered = (hits: GroupedHit[], changes: KnownChange[], evidence?: number) =>
  saidLaterFirst(
    hits,
    withKnown(() => evidence, changes),
  ).map(({ id, said_later_than: than }) => (than === undefined ? id : `${id} later than ${than}`))

describe('a memory that took the place of another', () => {
  test('comes before the message that the other rests on, whatever the words of both', () => {
    expect(ordered([OLD, NEW], [replaced('new', 'old')])).toEqual(['new later than old', 'old'])
  })

  test('comes before all that says the old thing', () => {
    const finding = hit('finding', PRAWN, 1, { kind: 'observation' })
    const changes = [replaced('new', 'old'), replaced('new', 'finding')]
    expect(ordered([OLD, finding, NEW], changes)[0]).toMatch(/^new later than/)
  })

  test('comes before a chain of former ones, the last of them first', () => {
    const middle = hit('middle', 'Notes are kept in Quill.', 2)
    const last = hit('last', TYPST, 3, MEMORY)
    const changes = [replaced('middle', 'old'), replaced('last', 'middle'), replaced('last', 'old')]
    const ids = ordered([OLD, last, middle], changes).map((one) => one.split(' ')[0])
    expect(ids).toEqual(['last', 'middle', 'old'])
  })

  test('is not put behind a later message that lost against it', () => {
    const kept = hit('kept', PRAWN, 1, MEMORY)
    const lost = hit('lost', TYPST, 2)
    expect(ordered([kept, lost], [replaced('kept', 'lost')], 3)).toEqual(['kept', 'lost'])
  })

  test('leaves a message alone of which something else is shown than was replaced', () => {
    const other = hit('old', 'Deploys are on Tuesday.', 1)
    expect(ordered([other, NEW], [replaced('new', 'old', { olderQuote: PRAWN })])).toEqual([
      'old',
      'new',
    ])
    expect(
      ordered([OLD, NEW], [replaced('new', 'old', { olderQuote: `${PRAWN} So be it.` })]),
    ).toEqual(['new later than old', 'old'])
  })
})

describe('of two memories that nobody has reviewed', () => {
  const old = hit('old', PRAWN, 1, MEMORY)
  const pair = (is: KnownChange['is']) => [replaced('old', 'new', { is })]

  test('the later one comes first while the pair waits', () => {
    expect(ordered([old, NEW], pair('waiting'))).toEqual(['new later than old', 'old'])
  })

  test('none moves once it was settled that both hold', () => {
    expect(ordered([old, NEW], pair('settled'), 3)).toEqual(['old', 'new'])
  })

  test('each is asked about, and none that a person has reviewed', () => {
    expect(inQuestion([old, NEW])).toEqual(['old', 'new'])
    const reviewed = { ...MEMORY, status: 'current' }
    expect(inQuestion([hit('a', PRAWN, 1, reviewed), hit('b', TYPST, 2, reviewed)])).toEqual([])
  })
})

test('commits and memory files are of no session, and are not ordered by their words', () => {
  const file = { kind: 'memory_file', session_id: null }
  const hits = [hit('a', PRAWN, 1, file), hit('b', TYPST, 2, file)]
  expect(ordered(hits, [], 3)).toEqual(['a', 'b'])
})
