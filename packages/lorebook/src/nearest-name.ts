const MAX_LENGTH = 64

type Rows = { beforeLast: readonly number[]; last: readonly number[] }

/** One row of the table of distances: how far `left` up to `row` is from every beginning of `right`. */
const nextRow = (
  left: string,
  right: string,
  row: number,
  { beforeLast, last }: Rows,
): number[] => {
  const current = [row]
  for (let at = 1; at <= right.length; at += 1) {
    const isSame = left[row - 1] === right[at - 1]
    const isSwap = left[row - 1] === right[at - 2] && left[row - 2] === right[at - 1]
    const swapped = isSwap ? beforeLast[at - 2] : undefined
    current[at] = Math.min(
      (last[at] ?? 0) + 1,
      (current[at - 1] ?? 0) + 1,
      (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      (swapped ?? Number.POSITIVE_INFINITY) + 1,
    )
  }
  return current
}

/** Steps of one letter between two words, counting a swap of neighbours as one; more than `limit` is told as `limit + 1`. */
export const lettersApart = (left: string, right: string, limit: number): number => {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let row = 1; row <= left.length; row += 1) {
    const current = nextRow(left, right, row, { beforeLast, last })
    // A swap reaches back two rows, so both must be past the limit.
    if (Math.min(...current) > limit && Math.min(...last) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length] ?? limit + 1, limit + 1)
}

/** The name among `names` that somebody who wrote `word` may have meant; undefined where none is near. */
export const nearestName = (word: string, names: Iterable<string>): string | undefined => {
  const lower = word.toLowerCase()
  if (lower.length > MAX_LENGTH) return undefined
  let best: string | undefined
  let bestSteps = Math.max(1, Math.floor(lower.length / 3)) + 1
  for (const name of names) {
    if (name.length > MAX_LENGTH) continue
    const steps = lettersApart(lower, name.toLowerCase(), bestSteps - 1)
    if (steps < bestSteps) {
      best = name
      bestSteps = steps
    }
  }
  return best
}
