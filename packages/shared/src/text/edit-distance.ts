type Rows = { beforeLast: readonly number[]; last: readonly number[] }

/** One row of the table of distances: how far the first `row` letters of `left` are from every beginning of `right`. */
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

/**
 * Fewest insertions, deletions, replacements and swaps of neighbours that make one word the other. More than `limit` is
 * not counted further: it is `limit + 1`.
 */
export const editDistance = (
  left: string,
  right: string,
  limit = Number.POSITIVE_INFINITY,
): number => {
  if (Math.abs(left.length - right.length) > limit) return limit + 1
  let beforeLast: readonly number[] = []
  let last: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let row = 1; row <= left.length; row += 1) {
    const current = nextRow(left, right, row, { beforeLast, last })
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return Math.min(last[right.length] ?? 0, limit + 1)
}
