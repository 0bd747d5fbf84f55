import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCoded } from './read-coded.ts'
import { redactSecrets } from './redact-secrets.ts'

const partOf = (written: string, read: string): string => {
  const { text, placed } = readCoded(written)
  const start = text.indexOf(read)
  const { start: from, end } = placed({ start, end: start + read.length })
  return written.slice(from, end)
}

describe('reading a text that is coded', () => {
  test.each([
    ['a colour', '\u001b[01;31m\u001b[Kab\u001b[m c', 'ab c'],
    ['a colour of many', '\u001b[38;2;255;100;10ma\u001b[48:2::1:2:3mb\u001b(B\u001b[mc', 'abc'],
    ['a colour written out', '\\u001b[31ma\\x1b[0mb\\033[1mc\\e[md^[[0me', 'abcde'],
    ['numbers in JSON', '\\u0022a\\\\u003db\\x27', '"a=b\''],
    ['an address', 'a%3Db%22c%2520d', 'a=b"c d'],
    ['a page', '&quot;a&#61;&#x3d;b&amp;', '"a==b&'],
    ['letters beyond ASCII', 'contrase\\u00f1a \\\\u5bc6%C3%A9%E5%AF%86', 'contraseña 密é密'],
    ['what only looks like it', '100%, 5% of &c; [31m \\ud83d %C3x %FF %d %zz', null],
  ])('%s', (_, written, read) => {
    expect(readCoded(written).text).toBe(read ?? written)
  })

  test('returns where in the written text something stands', () => {
    expect(partOf('x%3Dab%26y', 'ab')).toBe('ab')
    expect(partOf('x%3Dab%26y', '=ab&')).toBe('%3Dab%26')
    expect(partOf('x\u001b[1mab\u001b[0my', 'ab')).toBe('ab')
    expect(partOf('\u001b[1ma\u001b[0mb', 'ab')).toBe('a\u001b[0mb')
  })

  test('every character has its place, in the order of the text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.constantFrom('%3D', '%2522', '\\u0022', '\u001b[0m', '&quot;', '\\', '%', '['),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const written = pieces.join('')
        const { text, placed } = readCoded(written)
        let taken = 0
        for (let at = 0; at < text.length; at++) {
          const { start, end } = placed({ start: at, end: at + 1 })
          expect(start).toBeGreaterThanOrEqual(taken)
          expect(end).toBeGreaterThan(start)
          taken = end
        }
        expect(taken).toBeLessThanOrEqual(written.length)
      }),
    )
  })

  test('a mark between colours is no secret', () => {
    const text = "PASSWORD '\u001b[31m[REDACTED:sql-password]\u001b[0m' for role x; create role"
    expect(redactSecrets(text)).toEqual({ text, count: 0, kinds: {} })
  })
})
