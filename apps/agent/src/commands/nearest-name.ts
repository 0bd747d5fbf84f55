/** The name that was probably meant; undefined when none is near. */
export const nearestName = (typed: string, names: readonly string[]): string | undefined => {
  const word = typed.trim().toLowerCase()
  if (word.length < 2) return undefined
  const begins = names.find((name) => name.startsWith(word) || word.startsWith(name))
  if (begins !== undefined) return begins
  const [nearest] = names
    .map((name) => ({ name, distance: editsBetween(word, name) }))
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

/** Letters to put in, take out, replace or swap with their neighbour. */
const editsBetween = (a: string, b: string): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? 0
}
