import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitByRanges } from './highlight-ranges.ts'

describe('splitting a text by ranges', () => {
  test('marks what the ranges name', () => {
    expect(splitByRanges('add the agent', [[8, 13]])).toEqual([
      { text: 'add the ', isMatch: false, at: 0 },
      { text: 'agent', isMatch: true, at: 8 },
    ])
  })

  test('puts right what overlaps, is out of order, empty or outside', () => {
    const parts = splitByRanges('abcdef', [
      [4, 99],
      [1, 3],
      [2, 4],
      [3, 3],
      [-5, 1],
      [Number.NaN, 2],
    ])
    expect(parts.map(({ text }) => text).join('')).toBe('abcdef')
    expect(parts.every(({ isMatch }) => isMatch)).toBe(true)
  })

  test('loses and doubles nothing, whatever the ranges', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.tuple(fc.integer({ min: -9, max: 99 }), fc.integer({ min: -9, max: 99 }))),
        (text, ranges) => {
          const parts = splitByRanges(text, ranges)
          expect(parts.map((part) => part.text).join('')).toBe(text)
          expect(new Set(parts.map(({ at }) => at)).size).toBe(parts.length)
          const marked = new Set(
            ranges.flatMap(([from, to]) =>
              Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i),
            ),
          )
          for (const part of parts)
            for (let i = 0; i < part.text.length; i++)
              expect(marked.has(part.at + i)).toBe(part.isMatch)
        },
      ),
    )
  })
})
