import { createRandom } from './random.ts'

export const mean = (values: readonly number[]): number =>
  values.length === 0 ? Number.NaN : values.reduce((a, b) => a + b, 0) / values.length

/** The value that `share` (0…1) of all values do not exceed. */
export const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return (
    sorted[Math.max(0, Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1))] ??
    Number.NaN
  )
}

export type Interval = { low: number; high: number }

const ROUNDS = 2_000

/** 95 % interval of the mean by drawing the questions again and again; the same in every run. */
export const bootstrapInterval = (values: readonly number[], seed = 1): Interval => {
  const random = createRandom(seed)
  const means: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[random.int(values.length)] ?? 0
    means.push(sum / Math.max(1, values.length))
  }
  return { low: percentile(means, 0.025), high: percentile(means, 0.975) }
}

/** 95 % interval of the mean difference of two systems on the same questions. */
export const pairedInterval = (
  a: readonly number[],
  b: readonly number[],
): Interval & { mean: number } => {
  const differences = a.map((value, index) => value - (b[index] ?? 0))
  return { mean: mean(differences), ...bootstrapInterval(differences) }
}
