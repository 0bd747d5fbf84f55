/** A multinomial logistic regression, small enough to read. */
export type Weights = {
  labels: readonly string[]
  features: readonly string[]
  rows: readonly (readonly number[])[]
}

/** How probable each label is, in the order of the labels. */
export const predict = (weights: Weights, x: readonly number[]): number[] => {
  const logits = weights.rows.map((row) =>
    row.reduce((sum, weight, index) => sum + weight * (x[index] ?? 0), 0),
  )
  const top = Math.max(...logits)
  const scores = logits.map((logit) => Math.exp(logit - top))
  const total = scores.reduce((sum, score) => sum + score, 0)
  return scores.map((score) => score / total)
}
