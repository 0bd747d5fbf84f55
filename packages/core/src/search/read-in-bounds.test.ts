import type { RecentReading } from '@teamlore/db'
import { expect, test } from 'vitest'
import { documentBounds, readInBounds } from './read-in-bounds.ts'

/** How a page of 20 is read in which nothing is ever found, until there is no more or no more is allowed. */
const readings = async (
  fitting: number,
  { documents = 1_000_000, window = 50_000, most = 500_000, sorted = 100_000 } = {},
): Promise<RecentReading[]> => {
  const asked: RecentReading[] = []
  const read = readInBounds<never, number>(
    async ({ reading }) => {
      asked.push(reading)
      return { rows: [], reached: 'within' in reading ? null : asked.length }
    },
    { documents, share: fitting / documents, within: "'#y:decision'" },
    { window, most, sorted },
  )
  let after: number | undefined
  for (;;) {
    const part = await read({ limit: 20, after })
    if (part === undefined || part.reached === null) return asked
    after = part.reached
  }
}

const SORTED = { within: "'#y:decision'" }
const WINDOW = { most: 50_000 }

test('what few documents can fit is sorted at once', async () => {
  expect(await readings(4_000)).toEqual([SORTED])
  expect(await readings(0)).toEqual([SORTED])
})

test('what more can fit is met sooner among the newest, and sorted where it was not', async () => {
  expect(await readings(5_000)).toEqual([WINDOW, SORTED])
  expect(await readings(100_000)).toEqual([WINDOW, SORTED])
})

test('what too many can fit is looked for as far as a page may look', async () => {
  expect(await readings(100_001)).toEqual(Array(10).fill(WINDOW))
  expect(await readings(1_000_000)).toEqual(Array(10).fill(WINDOW))
})

test('of a small team all is sorted', async () => {
  expect(await readings(20, { documents: 20 })).toEqual([SORTED])
})

test('less is looked at where words must be read', () => {
  const file = { pattern: 'a.ts', words: null, mention: null, isNegated: true }
  const columns = documentBounds({ tools: [{ values: ['codex'], isNegated: false }] })
  for (const filters of [{ files: [file] }, { excluded: "'lock'" }])
    expect(documentBounds(filters).most).toBeLessThan(columns.most / 5)
})
