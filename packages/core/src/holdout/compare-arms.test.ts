import type { ComparedSession } from '@teamlore/db'
import type { HoldoutArm } from '@teamlore/shared/holdout-arms'
import { describe, expect, test } from 'vitest'
import { clearCause, compareArms, pauseReason } from './compare-arms.ts'
import { differenceInterval, ratioInterval, shareInterval, USUAL } from './intervals.ts'

const session = (arm: HoldoutArm, more: Partial<ComparedSession> = {}): ComparedSession => ({
  arm,
  prompts: 5,
  tokens: 1_000,
  corrections: 0,
  reproposals: 0,
  asked: 0,
  ...more,
})

/** So many sessions of an arm, in so many of which somebody said no. */
const some = (arm: HoldoutArm, count: number, corrected: number): ComparedSession[] =>
  Array.from({ length: count }, (_, index) =>
    session(arm, { corrections: index < corrected ? 1 : 0 }),
  )
const both = (without: [number, number], having: [number, number]): ComparedSession[] => [
  ...some('without_brief', ...without),
  ...some('with_brief', ...having),
]
const begun = [
  { arm: 'with_brief' as const, begun: 60 },
  { arm: 'without_brief' as const, begun: 30 },
]

describe('intervals', () => {
  test('are those of Wilson and Newcombe', () => {
    // Newcombe 1998, table II, (a): 56 of 70 against 48 of 80, method 10: 0.0524 to 0.3339.
    const { difference, low, high } = differenceInterval(
      { of: 70, hits: 56 },
      { of: 80, hits: 48 },
      USUAL,
    )
    expect(difference).toBeCloseTo(0.2, 4)
    expect(low).toBeCloseTo(0.0524, 3)
    expect(high).toBeCloseTo(0.3339, 3)
    // The same paper, part I: 81 of 263, Wilson: 0.2553 to 0.3662.
    expect(shareInterval({ of: 263, hits: 81 }, USUAL).low).toBeCloseTo(0.2553, 3)
    expect(shareInterval({ of: 263, hits: 81 }, USUAL).high).toBeCloseTo(0.3662, 3)
    expect(shareInterval({ of: 20, hits: 0 }, USUAL).low).toBe(0)
  })

  test('of amounts are ratios that one huge session does not decide', () => {
    const usual = Array.from({ length: 40 }, (_, index) => 900 + index)
    const { ratio, low, high } = ratioInterval([...usual, 5_000_000], usual, USUAL)
    expect(ratio).toBeLessThan(1.4)
    expect(low).toBeLessThan(1)
    expect(high).toBeGreaterThan(1)
  })
})

describe('a comparison', () => {
  test('with few sessions says how many there are and nothing of how they went', () => {
    const few = [
      ...both([19, 5], [200, 3]),
      session('with_brief', { asked: 2, prompts: 77, tokens: 123_456 }),
    ]
    expect(compareArms(few, begun)).toEqual({
      with_brief: { begun: 60, counted: 201, asked: 0 },
      without_brief: { begun: 30, counted: 19, asked: 0 },
      events: null,
      amounts: null,
    })
    expect(clearCause(both([19, 19], [200, 0]))).toBeUndefined()
  })

  test('says in how many sessions each happened, and how far chance goes', () => {
    const sessions = [
      ...both([40, 10], [60, 6]),
      session('without_brief', { reproposals: 2, asked: 1, prompts: 9 }),
    ]
    const { events, amounts, without_brief } = compareArms(sessions, begun)
    expect(without_brief).toEqual({ begun: 30, counted: 41, asked: 1 })
    expect(
      events?.map(({ what, with_brief, without_brief }) => [what, with_brief, without_brief]),
    ).toEqual([
      ['trouble', 6, 11],
      ['corrections', 6, 10],
      ['reproposals', 0, 1],
    ])
    expect(events?.[0]?.difference).toBeCloseTo(11 / 41 - 6 / 60, 6)
    expect(amounts?.map(({ what }) => what)).toEqual(['prompts', 'tokens'])
    expect(amounts?.[1]?.ratio).toBeCloseTo(1, 6)
    expect(amounts?.[0]?.ratio).toBeGreaterThan(1)
  })
})

describe('it ends by itself', () => {
  test('where sessions without a brief go clearly worse, or clearly better, and not before', () => {
    expect(clearCause(both([60, 30], [60, 5]))).toBe('without_is_worse')
    expect(clearCause(both([60, 5], [60, 30]))).toBe('without_is_better')
    // Beyond 95 %, which looking every hour would wear out.
    const doubtful = both([60, 16], [60, 6])
    expect(compareArms(doubtful, begun).events?.[0]?.low).toBeGreaterThan(0)
    expect(clearCause(doubtful)).toBeUndefined()
  })

  test('with its numbers', () => {
    expect(pauseReason('without_is_worse', both([60, 30], [60, 5]))).toContain(
      'in 30 of 60 (50 %) without a brief, 5 of 60 (8 %) with one',
    )
  })

  test('hardly ever by chance, though it is looked at again and again', () => {
    const random = randomFrom(7)
    const RUNS = 400
    const ended = Array.from({ length: RUNS }, () => endsByChance(random)).filter(Boolean).length
    expect(ended / RUNS).toBeLessThan(0.03)
  })
})

/** Whether a comparison without any difference ended itself within 400 sessions, looked at after each ten. */
const endsByChance = (random: () => number): boolean => {
  const drawn = Array.from({ length: 400 }, () =>
    session(random() < 0.3 ? 'without_brief' : 'with_brief', {
      corrections: random() < 0.2 ? 1 : 0,
    }),
  )
  return drawn.some(
    (_, index) => index % 10 === 9 && clearCause(drawn.slice(0, index + 1)) !== undefined,
  )
}

const randomFrom = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}
