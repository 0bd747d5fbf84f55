import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

const words = fc.stringMatching(/^[abc]{0,8}$/)

describe('the distance between two words', () => {
  test.each([
    ['', '', 0],
    ['cursor', 'cursor', 0],
    ['cursor', 'cursr', 1],
    ['cursor', 'cursors', 1],
    ['cursor', 'curzor', 1],
    ['cursor', 'ucrsor', 1],
    ['cursor', 'cusrro', 2],
    ['', 'abc', 3],
  ])('of "%s" and "%s" is %i', (left, right, distance) => {
    expect(editDistance(left, right)).toBe(distance)
  })

  test('is the same from both sides', () => {
    fc.assert(
      fc.property(words, words, (left, right) => {
        expect(editDistance(left, right)).toBe(editDistance(right, left))
      }),
    )
  })

  test('beyond a limit is one more than the limit, whatever it would be', () => {
    fc.assert(
      fc.property(words, words, fc.integer({ min: 0, max: 4 }), (left, right, limit) => {
        expect(editDistance(left, right, limit)).toBe(
          Math.min(editDistance(left, right), limit + 1),
        )
      }),
    )
  })
})
