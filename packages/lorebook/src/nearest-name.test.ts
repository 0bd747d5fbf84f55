import { expect, test } from 'vitest'
import { nearestName } from './nearest-name.ts'

test.each([
  ['harbor', ['Harbour', 'Heron'], 'Harbour'],
  ['RELATED', ['RELATED_TO', 'KNOWS'], 'RELATED_TO'],
  ['rel', ['RELATED_TO', 'RELEVANT'], undefined],
  ['RE', ['RELATED_TO'], undefined],
  ['zebra', ['Harbour'], undefined],
])('of what was meant by %j among %j it says %j', (word, names, expected) => {
  expect(nearestName(word, names)).toBe(expected)
})
