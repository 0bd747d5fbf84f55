import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

test('is the SHA-256 that Node has, of texts of any length', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'aé✓😀'.repeat(length).slice(0, length)
    expect(sha256(text)).toBe(hash('sha256', text))
  }
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      expect(sha256(text)).toBe(hash('sha256', text))
    }),
  )
})
