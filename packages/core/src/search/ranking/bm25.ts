import type { TextRow } from '@teamlore/db'
import type { WeighedTerm, WeighedWords } from '../query/question-terms.ts'

export type TextScore = {
  /** Words, identifiers and paths. */
  text: number
  /** Identifiers and paths alone. */
  exact: number
  hasAllWords: boolean
  /** What the words are worth, by rarity, that it has. */
  held: number
}

/** How soon another occurrence of a word stops to matter, and how much longer texts are held back. */
const K1 = 1.2
const B = 0.8
/** The same for words that the question repeats. */
const K3 = 8
/** The words of an identifier count too, so the identifier itself is only the smaller part. */
const WHOLE_WEIGHT = 0.15
/** Rows count an occurrence in a body as a half, so that a title's fits into PostgreSQL's weights. */
const BODY_COUNT = 2
/** What a longer word counts that a word of the question is a part of. */
const LONGER_WEIGHT = 0.3
/** What a stop word counts. */
const COMMON_WEIGHT = 0.5
/** What a text gains that has all the words. */
const ALL_WORDS_BOOST = 1.05

/** @returns the idf that is never negative: log(1 + (N − n + ½) / (n + ½)). */
export const inverseFrequency = (documents: number, containing: number): number => {
  const n = Math.min(containing, documents)
  return Math.log(1 + (documents - n + 0.5) / (n + 0.5))
}

/**
 * How well the words of a question are met by the text that meets them best: its score as a part of what a text could score
 * that repeats every word without end. 0: no text has any of the words; near 1: one has them all, again and again.
 */
export const coverageOf = (best: number, terms: readonly WeighedTerm[]): number => {
  const most = terms.reduce((sum, term) => sum + (K1 + 1) * weightOf(term) * askedWorthOf(term), 0)
  return most > 0 ? Math.min(1, best / most) : 0
}

/** What of a question's words the best text by words has, as a part of what all of them are worth by rarity. */
export const heldPart = (
  found: readonly { score: number; held: number }[],
  terms: readonly WeighedTerm[],
): number => {
  const all = terms.reduce((sum, { kind, idf }) => sum + (kind === 'word' ? idf : 0), 0)
  const best = found.reduce<{ score: number; held: number }>(
    (a, b) => (b.score > a.score ? b : a),
    { score: 0, held: 0 },
  )
  return all > 0 ? Math.min(1, best.held / all) : 0
}

const weightOf = ({ kind }: WeighedTerm): number => (kind === 'whole' ? WHOLE_WEIGHT : 1)

/** By rarity, and by how often the question says it. */
const askedWorthOf = ({ idf, times }: Pick<WeighedTerm, 'idf' | 'times'>): number =>
  idf * (((K3 + 1) * times) / (K3 + times))

/** BM25 over weighted fields (a title's words count twice, tool output's half). */
export const scoreText = (
  row: Pick<TextRow, 'length' | 'occurrences'>,
  { terms, common }: WeighedWords,
  averageLength: number,
): TextScore => {
  const stretch = K1 * (1 - B + (B * row.length) / Math.max(1, averageLength))
  const score = { text: 0, exact: 0, hasAllWords: true, held: 0 }
  const counts = countsIn(row, terms)
  for (const [index, term] of terms.entries()) {
    const { count = 0, idf = 0 } = counts[index] ?? {}
    if (count <= 0) {
      if (term.kind === 'word') score.hasAllWords = false
      continue
    }
    if (term.kind === 'word') score.held += idf
    const worth = askedWorthOf({ ...term, idf }) * saturated(count, stretch)
    score.text += weightOf(term) * worth
    if (term.kind === 'whole') score.exact += worth
  }
  if (score.hasAllWords) score.text *= ALL_WORDS_BOOST
  // By themselves they say nothing.
  if (score.text > 0) score.text += commonWorthOf(row, { terms, common }, stretch)
  return score
}

const saturated = (count: number, stretch: number): number => (count * (K1 + 1)) / (count + stretch)

/** Stop words are counted behind everything else. */
const commonWorthOf = (
  { occurrences }: Pick<TextRow, 'occurrences'>,
  { terms, common }: WeighedWords,
  stretch: number,
): number => {
  const first = terms.length + terms.filter(({ longer }) => longer !== undefined).length
  return common.reduce((sum, { idf }, index) => {
    const count = (occurrences[first + index] ?? 0) * BODY_COUNT
    return sum + COMMON_WEIGHT * idf * saturated(count, stretch)
  }, 0)
}

/** How often each term occurs, and what that is worth: what only a longer word has is as rare as both together. */
const countsIn = (
  { occurrences }: Pick<TextRow, 'occurrences'>,
  terms: readonly WeighedTerm[],
): { count: number; idf: number }[] => {
  let next = terms.length
  return terms.map(({ idf, longer }, index) => {
    const own = (occurrences[index] ?? 0) * BODY_COUNT
    if (longer === undefined) return { count: own, idf }
    const within = (occurrences[next++] ?? 0) * BODY_COUNT
    return { count: own + LONGER_WEIGHT * within, idf: own > 0 ? idf : longer.idf }
  })
}

/** Which terms occur at all, by themselves or in a longer word. */
export const metIn = (
  row: Pick<TextRow, 'occurrences'>,
  terms: readonly WeighedTerm[],
): WeighedTerm[] => {
  const counts = countsIn(row, terms)
  return terms.filter((_, index) => (counts[index]?.count ?? 0) > 0)
}
