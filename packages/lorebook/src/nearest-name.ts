import { editDistance } from '@teamlore/shared/edit-distance'

const MAX_LENGTH = 64
const MIN_BEGINNING = 3

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
  return best ?? begunBy(lower, names)
}

/** The only name that goes on from what was written: `RELATED` is far from `RELATED_TO` by its steps. */
const begunBy = (lower: string, names: Iterable<string>): string | undefined => {
  if (lower.length < MIN_BEGINNING) return undefined
  const [only, another] = [...names].filter((name) => name.toLowerCase().startsWith(lower))
  return another === undefined ? only : undefined
}
