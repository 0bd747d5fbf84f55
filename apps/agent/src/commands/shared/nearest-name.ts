import { editDistance } from '@teamlore/shared/edit-distance'

/** The name that was probably meant; undefined when none is near. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const word = typed.trim().toLowerCase()
  if (word.length < 2) return undefined
  const begins = names.find((name) => {
    const lower = name.toLowerCase()
    return lower.startsWith(word) || word.startsWith(lower)
  })
  if (begins !== undefined) return begins
  const [nearest] = names
    .map((name) => ({ name, distance: editDistance(word, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  if (nearest === undefined) return undefined
  const allowed = Math.max(1, Math.floor(Math.max(word.length, nearest.name.length) * 0.4))
  return nearest.distance <= allowed ? nearest.name : undefined
}

/** `Did you mean cursor?`, in front of what else there is to say. */
export const didYouMean = (typed: string, names: readonly string[]): string => {
  const nearest = nearestName(typed, names)
  return nearest === undefined ? '' : `Did you mean ${nearest}? `
}
