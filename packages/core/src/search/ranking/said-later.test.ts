import type { GroupedHit } from '@teamlore/shared'
import { describe, expect, test } from 'vitest'
import { evidenceAmong } from './said-in-hits.ts'
import { type EvidenceOf, saidLaterFirst } from './said-later.ts'

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

const orderOf = (items: GroupedHit[], { evidenceOf = (() => 2) as EvidenceOf } = {}) =>
  saidLaterFirst(items, evidenceOf).map(({ id, said_later_than }) =>
    said_later_than === undefined ? id : `${id} later than ${said_later_than}`,
  )

describe('a later hit that seems to change an earlier one', () => {
  test('comes before the one that it speaks of most, and says so', () => {
    const evidenceOf: EvidenceOf = ({ newer, older }) => {
      if (newer.id !== 'new') return undefined
      return older.id === 'other' ? 1 : 3
    }
    expect(orderOf([OLD, OTHER, NEW], { evidenceOf })).toEqual([
      'new later than old',
      'old',
      'other',
    ])
  })

  test('is marked where it comes first already', () => {
    expect(orderOf([NEW, OLD])).toEqual(['new later than old', 'old'])
  })

  test.each([
    ['of which nothing is known', [OLD, NEW], undefined],
    ['of which little speaks for it', [OLD, NEW], -1],
    ['without a time', [OLD, { ...NEW, occurred_at: null }], 3],
    ['of the same session', [OLD, { ...NEW, session_id: OLD.session_id }], 3],
    ['of another project', [OLD, { ...NEW, project: { id: 'prj_2', name: 'x' } }], 3],
    ['that was rejected', [OLD, { ...NEW, status: 'rejected' }], 3],
  ] as const)('%s stays where it is', (_, items, evidence) => {
    expect(orderOf([...items] as GroupedHit[], { evidenceOf: () => evidence })).toEqual([
      'old',
      'new',
    ])
  })

  test('comes first as a memory that nobody has reviewed, too', () => {
    const unreviewed = { ...NEW, kind: 'memory', status: 'unreviewed' } as GroupedHit
    expect(orderOf([OLD, unreviewed])).toEqual(['new later than old', 'old'])
  })

  test('stays where it is when both are memories, whose threads say what replaced what', () => {
    const [old, later] = [OLD, NEW].map((one) => ({ ...one, kind: 'memory' as const }))
    expect(orderOf([old, later] as GroupedHit[])).toEqual(['old', 'new'])
  })
})

test('all hits stay, each once', () => {
  const many = Array.from({ length: 8 }, (_, n) =>
    hit(`h${n}`, `Berth ${n} moved.`, `2026-01-0${n + 1}`),
  )
  const ids = saidLaterFirst(many, () => 3).map(({ id }) => id)
  expect(ids.toSorted()).toEqual(many.map(({ id }) => id).toSorted())
})

describe('what the statements of a page say of each other', () => {
  const counting = (counts: Record<string, number>, documents = 500) => {
    const asked: string[][] = []
    const keptCounts = async (lexemes: readonly string[]) => {
      asked.push([...lexemes])
      return { documents, counts: new Map(Object.entries(counts)) }
    }
    return { asked, keptCounts }
  }

  test('is weighed by how rare their words are in the team, asked once for the whole page', async () => {
    const rare = counting({ upload: 3, pier: 2, raw: 2, pierraw: 2 })
    const common = counting({ upload: 400, pier: 400, raw: 400, land: 400, bucket: 400 })
    const pair = { older: OLD, newer: NEW }
    const byRare = (await evidenceAmong(rare, [OLD, OTHER, NEW]))(pair) ?? 0
    const byCommon = (await evidenceAmong(common, [OLD, OTHER, NEW]))(pair) ?? 0
    expect(byRare).toBeGreaterThan(byCommon)
    expect(rare.asked).toHaveLength(1)
  })

  test('is not asked of the database where no pair is worth it', async () => {
    const counts = counting({})
    const far = hit('far', 'Invoices are numbered by year.', '2026-03-05')
    const evidenceOf = await evidenceAmong(counts, [OLD, far])
    expect([counts.asked, evidenceOf({ older: OLD, newer: far })]).toEqual([[], undefined])
  })

  test('counts what a memory takes the place of, which its words leave out', async () => {
    const texts = hit('memory', 'The office notifies pilots with Sirenpost.', '2026-03-05')
    const memory = { ...texts, kind: 'memory' } as GroupedHit
    const old = hit('old', 'The harbour office texts everybody through Klaxon.', '2026-01-05')
    const evidence = async (replaced: [string, string][]) =>
      (await evidenceAmong(counting({}), [old, memory], async () => () => 0.4, new Map(replaced)))({
        older: old,
        newer: memory,
      }) ?? -1
    expect(await evidence([])).toBeLessThan(0)
    expect(await evidence([['memory', 'Klaxon']])).toBeGreaterThan(0)
    expect(await evidence([['memory', 'Foghorn']])).toBeLessThan(0)
  })

  test('weighs the more the nearer they are in meaning', async () => {
    const at = async (nearness: number) =>
      (await evidenceAmong(counting({}), [OLD, NEW], async () => () => nearness))({
        older: OLD,
        newer: NEW,
      }) ?? 0
    expect(await at(0.7)).toBeGreaterThan(await at(0.4))
  })
})
