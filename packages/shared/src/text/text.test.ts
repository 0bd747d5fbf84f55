import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cutMiddle, headOf, tailOf } from './cut-middle.ts'
import { storableText } from './storable-text.ts'

describe('storable text', () => {
  test('replaces NUL and halves of surrogate pairs, keeps everything else', () => {
    expect(storableText('a\u0000b \ud83d\ude80 \ud83d c \ude80')).toBe(
      'a\ufffdb 🚀 \ufffd c \ufffd',
    )
  })

  test('is always well-formed and free of NUL', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff })), (units) => {
        const text = storableText(String.fromCharCode(...units))
        expect(text).not.toContain('\u0000')
        expect(new TextDecoder().decode(new TextEncoder().encode(text))).toBe(text)
      }),
    )
  })
})

describe('cutting a text in the middle', () => {
  test('leaves a short text alone', () => {
    expect(cutMiddle('abcdef', { head: 3, tail: 3 })).toEqual({ text: 'abcdef', isCut: false })
  })

  test('keeps head and tail and says how much is missing', () => {
    expect(cutMiddle('aaaaaaaabbbbcc', { head: 4, tail: 2 })).toEqual({
      text: 'aaaa\n[… 8 characters left out …]\ncc',
      isCut: true,
    })
  })

  test('never splits a character', () => {
    expect(headOf('a🚀b', 2)).toBe('a')
    expect(tailOf('a🚀b', 2)).toBe('b')
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), fc.nat(20), (text, head, tail) => {
        expect(storableText(headOf(text, head))).toBe(headOf(text, head))
        expect(storableText(tailOf(text, tail))).toBe(tailOf(text, tail))
      }),
    )
  })
})
