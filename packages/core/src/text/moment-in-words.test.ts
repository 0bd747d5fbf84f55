import { expect, test } from 'vitest'
import { momentInWords } from './moment-in-words.ts'

test('a moment is named by its day, and by its time where it has one', () => {
  expect(momentInWords(new Date('2026-11-23T00:00:00Z'))).toBe('23 November 2026')
  expect(momentInWords(new Date('2026-11-23T23:05:59Z'))).toBe('23 November 2026, 23:05 UTC')
})
