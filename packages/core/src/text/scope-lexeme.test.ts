import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scopeLexeme } from './scope-lexeme.ts'

test('a name that is too long is never cut through a character', () => {
  expect(scopeLexeme('branch', `${'x'.repeat(59)}👩`)).toBe(`#b:${'x'.repeat(59)}`)
  expect(scopeLexeme('branch', `${'x'.repeat(58)}👩`)).toBe(`#b:${'x'.repeat(58)}👩`)
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      // A pair of one without the other is no text that a database takes.
      expect(scopeLexeme('concept', name)).not.toMatch(/[\ud800-\udfff]/u)
    }),
  )
})
