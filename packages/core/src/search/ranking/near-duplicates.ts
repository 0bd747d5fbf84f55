const SHINGLE_WORDS = 3
const MAX_WORDS = 300
/** Shared part of all shingles above which two texts say the same. */
const SAME = 0.85

/** Runs of three words, which two texts share only where one repeats the other. */
export const shinglesOf = (text: string): Set<string> => {
  const words =
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.slice(0, MAX_WORDS) ?? []
  const shingles = new Set<string>()
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at++) {
    shingles.add(words.slice(at, at + SHINGLE_WORDS).join(' '))
  }
  if (shingles.size === 0 && words.length > 0) shingles.add(words.join(' '))
  return shingles
}

export const saySame = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0 || small.size < large.size * SAME) return false
  let shared = 0
  for (const shingle of small) if (large.has(shingle)) shared++
  return shared >= SAME * (a.size + b.size - shared)
}

/** Keeps the first of texts that say the same. */
export const withoutNearDuplicates = <T>(items: readonly T[], textOf: (item: T) => string): T[] => {
  const kept: { item: T; shingles: Set<string> }[] = []
  for (const item of items) {
    const shingles = shinglesOf(textOf(item))
    if (!kept.some((other) => saySame(other.shingles, shingles))) kept.push({ item, shingles })
  }
  return kept.map(({ item }) => item)
}
