/** Fewest insertions, deletions, replacements and swaps of neighbours; `limit + 1` stands for more than `limit`. */
export const editDistance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) row.push(cell(a, b, i, j, { before, previous, row }))
    if (Math.min(...row) > limit) return limit + 1
    before = previous
    previous = row
  }
  return Math.min(previous[b.length] ?? limit + 1, limit + 1)
}

type Rows = { before: readonly number[]; previous: readonly number[]; row: readonly number[] }

const cell = (
  a: string,
  b: string,
  i: number,
  j: number,
  { before, previous, row }: Rows,
): number => {
  const isSame = a[i - 1] === b[j - 1]
  const cost = Math.min(
    (previous[j] ?? 0) + 1,
    (row[j - 1] ?? 0) + 1,
    (previous[j - 1] ?? 0) + (isSame ? 0 : 1),
  )
  const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
  return isSwap ? Math.min(cost, (before[j - 2] ?? 0) + 1) : cost
}
