import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cleanText } from '../../text/clean-text.ts'
import { makeSnippet } from './make-snippet.ts'

const worth = new Map([
  ['lock', 5],
  ['file', 1],
])

describe('a snippet', () => {
  test('is the whole of a short text, with what matched marked', () => {
    const { text, highlights } = makeSnippet('The lock\nfile, locked.', worth)
    expect(text).toBe('The lock file, locked.')
    expect(highlights.map(([start, end]) => text.slice(start, end))).toEqual([
      'lock',
      'file',
      'locked',
    ])
  })

  test('shows the stretch that says most of what was asked', () => {
    const filler = 'nothing of interest is said here at all. '.repeat(30)
    const { text } = makeSnippet(
      `A file. ${filler} Remove the lock of that file by hand. ${filler}`,
      worth,
      120,
    )
    expect(text).toContain('lock of that file')
    expect(text.startsWith('…')).toBe(true)
    expect(text.endsWith('…')).toBe(true)
  })

  test('is the beginning where nothing matched', () => {
    expect(makeSnippet('Words that differ.', worth)).toEqual({
      text: 'Words that differ.',
      highlights: [],
    })
  })

  test('never leaves the text, never overlaps, and is never too long', () => {
    const body = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 900 }),
      fc
        .array(fc.constantFrom('lock', 'file', 'lockfile.ts', 'other', '😀', '日本語', '\n'), {
          maxLength: 300,
        })
        .map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(body, fc.integer({ min: 60, max: 300 }), (text, max) => {
        const snippet = makeSnippet(text, worth, max)
        expect(snippet.text.length).toBeLessThanOrEqual(max)
        expect(cleanText(snippet.text)).toBe(snippet.text)
        let last = -1
        for (const [start, end] of snippet.highlights) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(snippet.text.length)
          last = end
        }
      }),
      { numRuns: 500 },
    )
  })
})
