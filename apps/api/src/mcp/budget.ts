import { estimateTokenCount } from 'tokenx'

/** One entry of an answer, as an agent reads it and as a program does. */
export type Piece<T> = { text: string; data: T }

export type Answer<D> = { text: string; data: D }

/**
 * Tokens of an answer as its reader pays for them. Some clients hand their model the text, some the structured form,
 * so the dearer of the two counts.
 */
export const costOf = ({ text, data }: Answer<unknown>): number =>
  Math.max(estimateTokenCount(text), estimateTokenCount(JSON.stringify(data)))

/** What joining two entries may add: a line break, a comma. */
const SEAM = 2

type Fit<T, D> = {
  pieces: readonly Piece<T>[]
  budget: number
  /** The whole answer with these entries in it; must fit the budget when `kept` is empty. */
  render: (kept: readonly T[], texts: readonly string[], leftOut: LeftOut) => Answer<D>
  /** Whether a later, smaller entry may come in where one was left out; lists that page keep their order unbroken. */
  mayskip: boolean
}

/** What would have come next had the budget allowed. */
export type LeftOut = { count: number; tokens: number }

export type Fitted<T, D> = { answer: Answer<D>; kept: readonly T[]; leftOut: readonly T[] }

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

/**
 * A page that the budget cuts is asked for again as the shorter page that fits, so that its cursor leads to the first
 * entry left out. Where not even one fits, the page says so itself.
 */
export const wholePage = async <T, D>(
  find: (limit: number) => Promise<Fitted<T, D>>,
  limit: number,
): Promise<Answer<D>> => {
  const { answer, kept, leftOut } = await find(limit)
  return leftOut.length === 0 || kept.length === 0 ? answer : wholePage(find, kept.length)
}

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
): Answer<D> => {
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
