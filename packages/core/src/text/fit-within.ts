import { countTokens } from './count-tokens.ts'

/** One entry of an answer, as an agent reads it and as a program does. */
export type Piece<T> = { text: string; data: T }

export type FittedAnswer<D> = { text: string; data: D }

/**
 * Tokens of an answer as its reader pays for them, on the one scale of all budgets. Some clients hand their model the text, some the structured form,
 * so the dearer of the two counts.
 */
export const costOf = ({ text, data }: FittedAnswer<unknown>): number =>
  Math.max(countTokens(text), countTokens(JSON.stringify(data)))

/** What joining two entries may add: a line break, a comma. */
const SEAM = 2

type Fit<T, D> = {
  pieces: readonly Piece<T>[]
  budget: number
  /** The whole answer with these entries in it; must fit the budget when `kept` is empty. */
  render: (kept: readonly T[], texts: readonly string[], leftOut: LeftOut) => FittedAnswer<D>
  /** Whether a later, smaller entry may come in where one was left out; lists that page keep their order unbroken. */
  mayskip: boolean
}

/** What would have come next had the budget allowed. */
export type LeftOut = { count: number; tokens: number }

export type Fitted<T, D> = { answer: FittedAnswer<D>; kept: readonly T[]; leftOut: readonly T[] }

/** Puts whole entries into an answer, best first, as long as all of it stays within the budget. */
export const fitWithin = <T, D>({ pieces, budget, render, mayskip }: Fit<T, D>): Fitted<T, D> => {
  const costs = pieces.map((piece) => costOf(piece) + SEAM)
  const chosen = choose(costs, budget - costOf(answerWith(pieces, costs, [], render)), mayskip)
  for (;;) {
    const answer = answerWith(pieces, costs, chosen, render)
    // Tokens do not add up exactly where entries meet, so the whole is what counts.
    if (chosen.length === 0 || costOf(answer) <= budget) {
      const taken = new Set(chosen)
      return {
        answer,
        kept: chosen.flatMap((index) => pieces.slice(index, index + 1)).map(({ data }) => data),
        leftOut: pieces.filter((_, index) => !taken.has(index)).map(({ data }) => data),
      }
    }
    chosen.pop()
  }
}

/** Places of what fits, in order. */
const choose = (costs: readonly number[], room: number, mayskip: boolean): number[] => {
  const chosen: number[] = []
  let left = room
  for (const [index, cost] of costs.entries()) {
    if (cost <= left) {
      chosen.push(index)
      left -= cost
    } else if (!mayskip) break
  }
  return chosen
}

const answerWith = <T, D>(
  pieces: readonly Piece<T>[],
  costs: readonly number[],
  chosen: readonly number[],
  render: Fit<T, D>['render'],
): FittedAnswer<D> => {
  const taken = new Set(chosen)
  const kept = pieces.filter((_, index) => taken.has(index))
  const tokens = costs.reduce((sum, cost, index) => (taken.has(index) ? sum : sum + cost), 0)
  return render(
    kept.map(({ data }) => data),
    kept.map(({ text }) => text),
    { count: pieces.length - kept.length, tokens },
  )
}

/** The lines that fit, in order; one that is too long is passed over. */
export const linesWithin = (lines: readonly string[], budget: number): string[] => {
  let left = budget
  return lines.filter((line) => {
    const cost = costOf({ text: line, data: line }) + SEAM
    if (cost > left) return false
    left -= cost
    return true
  })
}
