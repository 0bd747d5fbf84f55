import type { Recorded } from './recorder.ts'

/** Twice as much to work on may cost so many times as much. What grows with the square costs four times. */
export const MOST_GROWTH = 2.3
/**
 * Below, steps of slices and of the planner's choice say more than growth does. One run of a small amount is far below what hurts:
 * what goes through all messages for each of 80 tool results reads 19,000 rows of a session of 240 messages.
 */
const FLOOR = {
  sum: { rows: 3_000, buffers: 1_500 },
  run: { rows: 16_000, buffers: 3_000 },
} as const

type Measure = 'rows' | 'buffers'

export type Grown = {
  activity: string
  statement: string
  measure: Measure
  once: number
  twice: number
  growth: number
  heaviest: string
}

/**
 * `sum`: all runs of a statement. `run`: its dearest one, for amounts of work that stay below the bounds of jobs, where each of
 * twice as many jobs looks at twice as much.
 */
export type Judged = 'sum' | 'run'

/** Statements whose rows or pages grew more than the work did, the worst first. */
export const grownTooMuch = (
  once: readonly Recorded[],
  twice: readonly Recorded[],
  judged: Judged = 'sum',
): Grown[] => {
  const costOf = (one: Recorded) => (judged === 'sum' ? one : one.dearest)
  const before = new Map(once.map((one) => [`${one.activity}\n${one.statement}`, one]))
  const grown = twice.flatMap((later) => {
    const earlier = before.get(`${later.activity}\n${later.statement}`)
    return (['rows', 'buffers'] as const).flatMap((measure): Grown[] => {
      // What was not asked of the smaller one cannot be compared, nor what costs next to nothing.
      if (earlier === undefined) return []
      const [less, more] = [costOf(earlier)[measure], costOf(later)[measure]]
      const growth = more / Math.max(1, less)
      if (more < FLOOR[judged][measure] || growth <= MOST_GROWTH) return []
      const { activity, statement, heaviest } = later
      return [{ activity, statement, heaviest, measure, once: less, twice: more, growth }]
    })
  })
  return grown.sort((a, b) => b.growth - a.growth)
}

/** What a row costs beside a page that is in memory already. */
const ROWS_OF_A_PAGE = 10

/** The dearest first. */
export const dearest = (recorded: readonly Recorded[], count: number): Recorded[] =>
  [...recorded]
    .sort((a, b) => b.rows + ROWS_OF_A_PAGE * b.buffers - (a.rows + ROWS_OF_A_PAGE * a.buffers))
    .slice(0, count)
