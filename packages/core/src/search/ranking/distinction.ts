import { NEAR } from './nearness.ts'

/** The nearest is compared with the one in this place, which nearly always is of something else. */
const PLACE = 10
/** A lead of the nearest that says nothing, and one that says all it can. */
const LEAD = { least: 0.1, most: 0.25 }
/** The same in standard deviations above the mean of all that was compared. */
const DEVIATIONS = { least: 2.5, most: 4.5 }

/**
 * How far the nearest text stands out among all whose vectors were compared with the question's, 0…1: 0 where many are as near, as
 * for a question that means little to the model; 1 where one is near and the others are not.
 */
export const distinctionOf = (nearnesses: readonly number[]): number => {
  const sorted = nearnesses.filter((one) => one >= NEAR).sort((a, b) => b - a)
  const nearest = sorted[0] ?? 0
  const lead = nearest - (sorted[PLACE - 1] ?? NEAR)
  return Math.max(partOf(lead, LEAD), partOf(deviations(nearest, sorted), DEVIATIONS))
}

const partOf = (value: number, { least, most }: { least: number; most: number }): number =>
  Math.min(1, Math.max(0, (value - least) / (most - least)))

const deviations = (value: number, all: readonly number[]): number => {
  const mean = all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
  const variance = all.reduce((sum, one) => sum + (one - mean) ** 2, 0) / Math.max(1, all.length)
  return variance > 0 ? (value - mean) / Math.sqrt(variance) : 0
}
