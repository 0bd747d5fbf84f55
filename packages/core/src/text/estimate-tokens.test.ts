import fc from 'fast-check'
import { estimateTokenCount } from 'tokenx'
import { describe, expect, test } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

/** Pieces that meet at every boundary there is a rule for. */
const PIECES = [
  ...['word', 'Word', 'longerword', 'x', '12', '123456', "don't", 'v1', '\0', '\u007f'],
  ...[' ', '  ', '\n', '\n\n', '\r\n', '\t', '\n  ', ' \n', '\v', '\f'],
  ...['.', '...', '();', '{"a":', '-----------', '_', "'", '"', '`'],
  ...['é', 'naïve', 'ß', 'я', 'привет', 'ą', 'ά', '…', '—', '’', '│', '😀', '\ud83d'],
  ...[
    '漢字',
    'かな',
    '한국어',
    '、',
    '。',
    '「',
    '！',
    'ｆ',
    '\u00a0',
    '\u3000',
    '\u2028',
    '\ufeff',
  ],
]

describe('the estimate of tokens', () => {
  test('is what tokenx says, for any text', () => {
    const text = fc.oneof(
      fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
    )
    fc.assert(
      fc.property(text, (sample) => {
        expect(estimateTokens(sample)).toBe(estimateTokenCount(sample))
      }),
      { numRuns: 20_000 },
    )
  })

  test('is what tokenx says, for code and prose', () => {
    const code = estimateTokens.toString()
    const prose =
      'The parser reads a line, e.g. "x = 1;", and skips it — if it’s bad.\n\n  - never twice\n'
    for (const sample of [code, prose, '']) {
      expect(estimateTokens(sample)).toBe(estimateTokenCount(sample))
    }
  })
})
