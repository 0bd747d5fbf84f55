import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const asked = (teamId: string, n: number) => ({ job: 'distil', teamId, key: `${teamId} ${n}` })

test('a team that comes behind 100,000 jobs of another is next, and each of these keeps its place', () => {
  const turns = createTurns()
  for (let n = 0; n < 100_000; n++) turns.placeOf(asked('a', n))
  turns.reached('distil', 3)
  expect(turns.placeOf(asked('b', 0))).toBe(3)
  expect(turns.placeOf(asked('a', 50_000))).toBe(50_001)
})
