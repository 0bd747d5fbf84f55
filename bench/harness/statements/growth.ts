import type { Recorded } from './recorder.ts'

/** Twice as much to work on may cost so many times as much. What grows with the square costs four times. */
export const MOST_GROWTH = 2.3
/** Below, steps of slices and of the planner's choice say more than growth does. */
const FLOOR = { rows: 3_000, buffers: 1_500 } as const

export type Grown = {
  activity: string
  statement: string
  measure: keyof typeof FLOOR
  once: number
  twice: number
  growth: number
}

/** Statements whose rows or pages grew more than the work did, the worst first. */
export const grownTooMuch = (once: readonly Recorded[], twice: readonly Recorded[]): Grown[] => {
  const before = new Map(once.map((one) => [`${one.activity}\n${one.statement}`, one]))
  const grown = twice.flatMap((later) => {
    const earlier = before.get(`${later.activity}\n${later.statement}`)
    return (['rows', 'buffers'] as const).flatMap((measure): Grown[] => {
      // What was not asked of the smaller one cannot be compared, nor what costs next to nothing.
      if (earlier === undefined || later[measure] < FLOOR[measure]) return []
      const growth = later[measure] / Math.max(1, earlier[measure])
      if (growth <= MOST_GROWTH) return []
      const { activity, statement } = later
      return [
        { activity, statement, measure, once: earlier[measure], twice: later[measure], growth },
      ]
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
