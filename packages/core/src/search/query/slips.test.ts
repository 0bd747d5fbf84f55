import { editDistance } from '@teamlore/shared/edit-distance'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { slipsUndone } from './slips.ts'

const words = fc.stringMatching(/^[a-z]{2,10}$/)

test('one slip undone is one edit away, and never the word itself', () => {
  fc.assert(
    fc.property(words, (typed) => {
      for (const word of slipsUndone(typed).keys()) expect(editDistance(typed, word, 2)).toBe(1)
    }),
    { numRuns: 20 },
  )
})

test.each([
  ['telemtry', 'telemetry'],
  ['telemetyr', 'telemetry'],
  ['tellemetry', 'telemetry'],
  ['etlemetry', 'telemetry'],
])('%s may have been %s, more likely than what takes another letter', (typed, meant) => {
  const undone = slipsUndone(typed)
  expect(undone.get(meant)).toBeGreaterThan(undone.get(`x${typed.slice(1)}`) ?? 0)
})
