const K1 = 1.2
const B = 0.75

/** A piece of a source's text. */
export type Passage = { sourceId: string; text: string }

type Posting = { passage: number; count: number }

const HUMPS = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu

const wordsOf = (text: string): string[] =>
  text
    .replace(HUMPS, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * BM25 as a textbook has it: words in lower case, camel case parted, no stems, no stop words, each passage by itself and the
 * best of a source counting. A floor that shares nothing with the product's own analyser.
 */
export const createPlainBm25 = (passages: readonly Passage[]) => {
  const postings = new Map<string, Posting[]>()
  const lengths = passages.map(({ text }, passage) => {
    const words = wordsOf(text)
    const counts = new Map<string, number>()
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    for (const [word, count] of counts) {
      const known = postings.get(word)
      if (known === undefined) postings.set(word, [{ passage, count }])
      else known.push({ passage, count })
    }
    return words.length
  })
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  const idfOf = (containing: number): number =>
    Math.log(1 + (passages.length - containing + 0.5) / (containing + 0.5))

  /** Ids of sources, best first. */
  return (question: string, limit: number): string[] => {
    const scores = new Map<number, number>()
    for (const word of new Set(wordsOf(question))) {
      const found = postings.get(word) ?? []
      const idf = idfOf(found.length)
      for (const { passage, count } of found) {
        const stretch = K1 * (1 - B + (B * (lengths[passage] ?? 0)) / average)
        const worth = (idf * count * (K1 + 1)) / (count + stretch)
        scores.set(passage, (scores.get(passage) ?? 0) + worth)
      }
    }
    const best = new Map<string, number>()
    for (const [passage, score] of scores) {
      const id = passages[passage]?.sourceId ?? ''
      best.set(id, Math.max(best.get(id) ?? 0, score))
    }
    return [...best]
      .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([id]) => id)
  }
}
