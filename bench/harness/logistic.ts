/** Logistic regression with an L2 penalty, by Newton's method: a handful of weights. */

const PENALTY = 1
const ROUNDS = 25
const ENOUGH = 1e-6

export type Fitted = { bias: number; weights: number[] }
type Matrix = number[][]

const at = (list: readonly number[], index: number): number => list[index] ?? 0
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, value, j) => sum + value * at(b, j), 0)

export const fitLogistic = (rows: readonly number[][], labels: readonly number[]): Fitted => {
  const width = rows[0]?.length ?? 0
  const scale = Array.from(
    { length: width },
    (_, j) => Math.sqrt(rows.reduce((sum, row) => sum + at(row, j) ** 2, 0) / rows.length) || 1,
  )
  const inputs = rows.map((row) => [1, ...row.map((value, j) => value / at(scale, j))])
  let weights = new Array<number>(width + 1).fill(0)
  for (let round = 0; round < ROUNDS; round++) {
    const step = solve(...slopeOf(inputs, labels, weights))
    weights = weights.map((weight, j) => weight + at(step, j))
    if (Math.max(...step.map(Math.abs)) < ENOUGH) break
  }
  return { bias: at(weights, 0), weights: weights.slice(1).map((value, j) => value / at(scale, j)) }
}

/** Second and first derivatives of the likelihood, with the penalty on all but the bias. */
const slopeOf = (
  inputs: readonly number[][],
  labels: readonly number[],
  weights: readonly number[],
): [hessian: Matrix, gradient: number[]] => {
  const guesses = inputs.map((x) => 1 / (1 + Math.exp(-dot(x, weights))))
  const penalty = (j: number) => (j === 0 ? ENOUGH : PENALTY)
  const gradient = weights.map((weight, j) => {
    const sum = inputs.reduce(
      (total, x, i) => total + (at(labels, i) - at(guesses, i)) * at(x, j),
      0,
    )
    return j === 0 ? sum : sum - PENALTY * weight
  })
  const hessian = weights.map((_, j) =>
    weights.map((__, k) => {
      const sum = inputs.reduce((total, x, i) => {
        const guess = at(guesses, i)
        return total + guess * (1 - guess) * at(x, j) * at(x, k)
      }, 0)
      return j === k ? sum + penalty(j) : sum
    }),
  )
  return [hessian, gradient]
}

/** Gaussian elimination with pivoting, a column at a time. */
const solve = (matrix: Matrix, values: readonly number[]): number[] => {
  let rows = matrix.map((row, i) => [...row, at(values, i)])
  for (let c = 0; c < rows.length; c++) rows = eliminated(rows, c)
  return rows.map((row, r) => at(row, rows.length) / at(row, r))
}

const eliminated = (rows: Matrix, column: number): Matrix => {
  const size = (row: readonly number[]) => Math.abs(at(row, column))
  const rest = rows.slice(column).toSorted((a, b) => size(b) - size(a))
  const ordered = [...rows.slice(0, column), ...rest]
  const pivot = ordered[column] ?? []
  return ordered.map((row, r) => {
    if (r === column) return row
    const factor = at(row, column) / at(pivot, column)
    return row.map((value, k) => value - factor * at(pivot, k))
  })
}
