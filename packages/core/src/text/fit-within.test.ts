import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costOf, type FittedAnswer, fitWithin, linesWithin, type Piece } from './fit-within.ts'

const pieceOf = (text: string): Piece<{ id: string; text: string }> => ({
  text,
  data: { id: text.slice(0, 8), text },
})

const render = (
  kept: readonly { id: string; text: string }[],
  texts: readonly string[],
  leftOut: { count: number; tokens: number },
): FittedAnswer<unknown> => ({
  text: ['<frame>', ...texts, '</frame>', `left out: ${leftOut.count} (${leftOut.tokens})`].join(
    '\n',
  ),
  data: { kept, left_out: leftOut },
})

const words = fc.oneof(
  fc.string({ maxLength: 400, unit: 'grapheme' }),
  fc.lorem({ maxCount: 80 }),
  fc
    .array(fc.constantFrom('{"a":1}', '中文字', '\n\n', '🌍', 'fooBarBaz.ts:12', '\\"'), {
      maxLength: 60,
    })
    .map((parts) => parts.join('')),
)

describe('fitting entries into a budget', () => {
  test('never costs more than the budget, whatever the entries, as text and as data', () => {
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 30 }),
        fc.integer({ min: 60, max: 3_000 }),
        fc.boolean(),
        (texts, budget, mayskip) => {
          const { answer } = fitWithin({ pieces: texts.map(pieceOf), budget, render, mayskip })
          expect(costOf(answer)).toBeLessThanOrEqual(budget)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('keeps entries whole and in order, and loses none: each is kept or counted', () => {
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 20 }),
        fc.integer({ min: 60, max: 1_500 }),
        (texts, budget) => {
          const { answer, kept, leftOut } = fitWithin({
            pieces: texts.map(pieceOf),
            budget,
            render,
            mayskip: false,
          })
          expect(kept.map(({ text }) => text)).toEqual(texts.slice(0, kept.length))
          expect(leftOut.map(({ text }) => text)).toEqual(texts.slice(kept.length))
          for (const { text } of kept) expect(answer.text).toContain(text)
        },
      ),
      { numRuns: 100 },
    )
  })

  test('gives everything when there is room for it', () => {
    const { leftOut } = fitWithin({
      pieces: ['a', 'b', 'c'].map(pieceOf),
      budget: 500,
      render,
      mayskip: false,
    })
    expect(leftOut).toEqual([])
  })

  test('lets a small entry in behind a large one only where order does not matter', () => {
    const pieces = ['word '.repeat(2_000), 'small'].map(pieceOf)
    const kept = (mayskip: boolean) =>
      fitWithin({ pieces, budget: 200, render, mayskip }).kept.map(({ text }) => text)
    expect(kept(true)).toEqual(['small'])
    expect(kept(false)).toEqual([])
  })

  test('counts the whole, which may say more once everything is in', () => {
    const pieces = ['a', 'b', 'c'].map(pieceOf)
    const withFarewell: typeof render = (kept, texts, leftOut) => {
      const { text, data } = render(kept, texts, leftOut)
      return { text: leftOut.count === 0 ? `${text} ${'farewell '.repeat(300)}` : text, data }
    }
    const { answer, kept } = fitWithin({
      pieces,
      budget: 200,
      render: withFarewell,
      mayskip: false,
    })
    expect(kept).toHaveLength(2)
    expect(costOf(answer)).toBeLessThanOrEqual(200)
  })

  test('passes over lines that are too long', () => {
    expect(linesWithin(['one', 'word '.repeat(500), 'two'], 40)).toEqual(['one', 'two'])
  })
})
