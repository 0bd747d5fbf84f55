import { expect, test } from 'vitest'
import { type Turn, withNeighbours } from './neighbours.ts'

const source = (sourceId: string, score: number): Source => ({ row: { sourceId }, score })
type Source = Parameters<typeof withNeighbours>[0][number]
const turn = (id: string, ordinal: number, sessionId = 'talk'): Turn => ({ id, sessionId, ordinal })

test('an answer that says little takes over a part of what its question has', () => {
  const ranked = [source('question', 1), source('other', 0.4), source('answer', 0.2)]
  const turns = [turn('question', 4), turn('answer', 5), turn('other', 9)]
  const scores = withNeighbours(ranked, turns).map(({ row, score }) => [row.sourceId, score])
  expect(scores).toEqual([
    ['question', 1],
    ['other', 0.4],
    ['answer', 0.5],
  ])
})

test('what was done for the turn before is named', () => {
  const [, answer] = withNeighbours(
    [source('question', 1), source('answer', 0.2)],
    [turn('question', 4), turn('answer', 5)],
  )
  expect(answer?.neighbour).toBeCloseTo(2.5, 3)
})

test('the same place in another session is no neighbour, nor is what is not of talk', () => {
  const ranked = [source('question', 1), source('answer', 0.2)]
  expect(withNeighbours(ranked, [turn('question', 4, 'one'), turn('answer', 5, 'two')])).toEqual(
    ranked,
  )
  expect(withNeighbours(ranked, [])).toEqual(ranked)
})
