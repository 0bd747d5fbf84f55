import type { GroupedHit } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { saidLaterFirst } from './said-later.ts'

const hit = (id: string, title: string, day: string | null, more: object = {}) =>
  ({
    id,
    title,
    kind: 'message',
    status: 'current',
    project: null,
    snippet: { text: title, highlights: [] },
    score: 1,
    score_parts: { vector: { score: 0.7 } },
    session_id: `ses_${id}`,
    occurred_at: day && `${day}T09:00:00.000Z`,
    ...more,
  }) as unknown as GroupedHit

const OLD = hit('old', 'Uploads land in the bucket pier-raw.', '2026-01-05')
const NEW = hit('new', 'pier-raw is gone, uploads land in quay-in now.', '2026-03-05')
const OTHER = hit('other', 'Uploads are scanned before they land.', '2026-02-01')

const NEAR = 0.9
const alike = (likeness: number) => () => likeness
const orderOf = (
  items: GroupedHit[],
  { likenessOf = alike(NEAR) as Likeness, differs = false, question = 'uploads bucket' } = {},
) =>
  saidLaterFirst(items, question, { likenessOf, mayDiffer: () => differs }).map(
    ({ id, said_later_than }) =>
      said_later_than === undefined ? id : `${id} later than ${said_later_than}`,
  )
type Likeness = Parameters<typeof saidLaterFirst>[2]['likenessOf']

describe('a later hit with a sign of change', () => {
  test('comes before the earlier one that it resembles most, and says so', () => {
    const likenessOf: Likeness = ({ older }) => (older.id === 'other' ? 0.85 : 0.95)
    expect(orderOf([OLD, OTHER, NEW], { likenessOf })).toEqual([
      'new later than old',
      'old',
      'other',
    ])
  })

  test('is marked where it comes first already', () => {
    expect(orderOf([NEW, OLD])).toEqual(['new later than old', 'old'])
  })

  test.each([
    ['that resembles none', [OLD, NEW], 0.5],
    ['without a time', [OLD, { ...NEW, occurred_at: null }], 1],
    ['of the same session', [OLD, { ...NEW, session_id: OLD.session_id }], 1],
    ['of another project', [OLD, { ...NEW, project: { id: 'prj_2', name: 'x' } }], 1],
    ['that was rejected', [OLD, { ...NEW, status: 'rejected' }], 1],
  ] as const)('%s stays where it is', (_, items, likeness) => {
    expect(orderOf([...items] as GroupedHit[], { likenessOf: alike(likeness) })).toEqual([
      'old',
      'new',
    ])
  })

  test('stays where it is when both are memories, whose threads say what replaced what', () => {
    const [old, later] = [OLD, NEW].map((one) => ({ ...one, kind: 'memory' as const }))
    expect(orderOf([old, later] as GroupedHit[])).toEqual(['old', 'new'])
  })

  test('stays where it is without vectors', () => {
    expect(orderOf([OLD, NEW], { likenessOf: () => undefined })).toEqual(['old', 'new'])
  })
})

test('a later hit without a sign of change stays where it is, however alike', () => {
  const both = hit('both', 'Uploads of the pilot land in the bucket pier-raw.', '2026-03-05')
  expect(orderOf([OLD, both], { likenessOf: alike(1) })).toEqual(['old', 'both'])
})

test('a later hit that says the same with another value needs no sign of change', () => {
  const other = hit('other', 'Uploads land in the bucket quay-in.', '2026-03-05')
  const less = { likenessOf: alike(0.6), differs: true }
  expect(orderOf([OLD, other], less)).toEqual(['other later than old', 'old'])
})

test('a later hit that lacks what is asked about and the earlier one has stays where it is', () => {
  const question = 'are uploads of the pier scanned for viruses and kept'
  const old = hit('old', 'Uploads of the pier are scanned for viruses and kept.', '2026-01-05')
  const later = hit('new', 'Exports are gone now.', '2026-03-05')
  expect(orderOf([old, later], { question, likenessOf: alike(0.85) })).toEqual(['old', 'new'])
})

test('all hits stay, each once', () => {
  const many = Array.from({ length: 8 }, (_, n) =>
    hit(`h${n}`, `Berth ${n} moved.`, `2026-01-0${n + 1}`),
  )
  const ids = saidLaterFirst(many, 'berth', {
    likenessOf: alike(1),
    mayDiffer: () => true,
  }).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(many.map(({ id }) => id).toSorted())
})
