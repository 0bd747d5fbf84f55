import { editDistance } from '@teamlore/shared/edit-distance'

const MAX_LENGTH = 64

/** The name among `names` that somebody who wrote `word` may have meant; undefined where none is near. */
export const nearestName = (word: string, names: Iterable<string>): string | undefined => {
  const lower = word.toLowerCase()
  if (lower.length > MAX_LENGTH) return undefined
  let best: string | undefined
  let bestSteps = Math.max(1, Math.floor(lower.length / 3)) + 1
  for (const name of names) {
    if (name.length > MAX_LENGTH) continue
    const steps = editDistance(lower, name.toLowerCase(), bestSteps - 1)
    if (steps < bestSteps) {
      best = name
      bestSteps = steps
    }
  }
  return best
}
