/** Words that say nothing about what a text is about: English glue, and what every coding session is full of. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about above actually add added adding after again all already also although always am an and another any are as at back be because been before being below best better between both but by
call called can cannot case change changed changes check checked clean clear code come comment commit committed complete completed correct could create created current currently day did different do does doesn done don down each
easy edit either else empty ensure error errors etc even every everything exactly example exist existing expected fail failed failing few file files final find fine first fix fixed following for found from full fully further
gave get gets give given go goes going good got had handle happen has have having he help helper her here his how however i if implement implementation in instead into is issue it its itself just keep kind know last later least less
let like line lines list ll look looks lot made main make makes making many matter may maybe mean means might more most move much must my name need needed needs never new next no none not nothing now number of off old on once one
only option or other our out over own part pass passed passing people place plan please point possible pr problem properly put question quick re read ready real really reason related remove removed result results review right run
running runs s same say see seem seems separate set several she should show shows simple simply since single so some something sometimes soon start state step steps still stuff such summary sure t take task tell test tested testing tests than that
the their them then there these they thing things think this those though three through time to together too try trying turn two type under understand until up update updated upon us use used user using ve verify version very via want wants was way we well were what
when where whether which while who whole why will with within without won work worked working works would write wrong yes yet you your`.split(
    /\s+/,
  ),
)

const WORD = /[\p{L}_$][\p{L}\p{N}_$]*(?:[-.][\p{L}\p{N}_$]+)*/gu

/** Cuts English endings so that "session" and "sessions", "cache" and "cached" meet. Crude on purpose; never shown. */
const stem = (word: string): string => {
  if (word.length < 5) return word
  const base = word.replace(/(?:ies)$/, 'y').replace(/(?:ing|edly|ed|es|s|ly)$/, '')
  return base.length >= 3 ? base : word
}

const parts = (word: string): string[] =>
  word
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_$.-]+/)
    .filter((part) => part.length > 1)

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word.toLowerCase())

/** Words of a text as written, without glue. */
export const wordsOf = (text: string): string[] =>
  (text.slice(0, 8_000).match(WORD) ?? []).filter((word) => word.length > 1 && !isStopWord(word))

/** Comparable terms of a text: parts of identifiers, lower case, endings cut. */
export const termsOf = (text: string): string[] =>
  wordsOf(text).flatMap((word) =>
    parts(word)
      .map((part) => part.toLowerCase())
      .filter((part) => !STOP_WORDS.has(part))
      .map(stem),
  )

export type TermVector = { weights: Map<string, number>; norm: number }

/**
 * Document frequencies of the session so far. Weights of a text depend only on what came before it, so what was
 * distilled once does not change when the session grows.
 */
export const createTermStatistics = () => {
  const frequency = new Map<string, number>()
  let texts = 0
  return {
    learn: (text: string) => {
      texts++
      for (const term of new Set(termsOf(text))) frequency.set(term, (frequency.get(term) ?? 0) + 1)
    },
    weight: (term: string) => Math.log(1 + (texts + 1) / ((frequency.get(term) ?? 0) + 0.5)),
    vector(text: string): TermVector {
      const weights = new Map<string, number>()
      for (const term of termsOf(text)) weights.set(term, (weights.get(term) ?? 0) + 1)
      let square = 0
      for (const [term, count] of weights) {
        const value = (1 + Math.log(count)) * this.weight(term)
        weights.set(term, value)
        square += value * value
      }
      return { weights, norm: Math.sqrt(square) }
    },
  }
}

export type TermStatistics = ReturnType<typeof createTermStatistics>

export const cosine = (a: TermVector, b: TermVector): number => {
  if (a.norm === 0 || b.norm === 0) return 0
  const [small, large] = a.weights.size < b.weights.size ? [a, b] : [b, a]
  let dot = 0
  for (const [term, value] of small.weights) dot += value * (large.weights.get(term) ?? 0)
  return dot / (a.norm * b.norm)
}

export const centroid = (vectors: readonly TermVector[]): TermVector => {
  const weights = new Map<string, number>()
  for (const vector of vectors) {
    if (vector.norm === 0) continue
    for (const [term, value] of vector.weights)
      weights.set(term, (weights.get(term) ?? 0) + value / vector.norm)
  }
  let square = 0
  for (const value of weights.values()) square += value * value
  return { weights, norm: Math.sqrt(square) }
}
