import { describe, expect, test } from 'vitest'
import { asksForNow, withRecency } from './recency.ts'

describe('a question asks for what is so now', () => {
  test.each([
    'Which broker carries our jobs now?',
    'current timeout of checkout',
    'Where do we keep secrets?',
    'What is the latest limit for uploads',
    'Is the old importer still used?',
    'How many machines does the farm have today?',
  ])('%s', (question) => expect(asksForNow(question)).toBe(true))

  test.each([
    'Which broker carried our jobs in May?',
    'why did all programs hesitate now and then?',
    'Date.now() is off by an hour',
    'docker pull node:latest',
    'not found in the current directory',
    'npm install pkg@latest',
    'knownow',
  ])('but not: %s', (question) => expect(asksForNow(question)).toBe(false))
})

describe('for a question about now', () => {
  const hit = (occurredAt: string | null, score = 1) => ({
    row: { occurredAt: occurredAt === null ? null : new Date(occurredAt) },
    score,
  })
  const scores = (...hits: ReturnType<typeof hit>[]) => withRecency(hits).map(({ score }) => score)

  test('what is newer counts more, however long ago all of it was', () => {
    for (const year of ['2019', '2026']) {
      const [older = 0, newer = 0] = scores(hit(`${year}-01-10`), hit(`${year}-11-10`))
      expect(newer).toBeGreaterThan(older * 1.4)
    }
  })

  test('what fits far better stays first', () => {
    const [older = 0, newer = 0] = scores(hit('2025-01-10', 2), hit('2026-01-10', 1))
    expect(older).toBeGreaterThan(newer)
  })

  test('what has no time counts as it is', () => {
    expect(withRecency([hit(null), hit('2026-01-10')])[0]).toEqual(hit(null))
    expect(withRecency([hit(null)])).toEqual([hit(null)])
    expect(withRecency([])).toEqual([])
  })
})
