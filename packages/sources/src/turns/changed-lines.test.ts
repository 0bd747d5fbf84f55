import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changedLines, linesOf } from './changed-lines.ts'

describe('changed lines', () => {
  test('what both share at the beginning and at the end is left out', () => {
    expect(changedLines('a\nb\nc\nd', 'a\nB\nB2\nc\nd')).toEqual({
      addedText: ['B', 'B2'],
      removedText: ['b'],
    })
  })

  test('nothing to something, and back', () => {
    expect(changedLines('', 'a\n')).toEqual({ addedText: ['a'], removedText: [] })
    expect(changedLines(undefined, 7)).toEqual({ addedText: [], removedText: [] })
    expect(changedLines('a\r\nb\r\n', 'a\nb\n')).toEqual({ addedText: [], removedText: [] })
  })

  test('taking the change out of one and the other leaves the same lines', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n') })
    fc.assert(
      fc.property(text, text, (before, after) => {
        const { addedText, removedText } = changedLines(before, after)
        const old = linesOf(before)
        const fresh = linesOf(after)
        expect(old.length - removedText.length).toBe(fresh.length - addedText.length)
        const start = fresh.findIndex((line, i) => line !== old[i])
        if (start === -1 && old.length === fresh.length) expect(addedText).toEqual([])
      }),
    )
  })
})
