/** How near the best of what was found comes to a question, each 0…1. */
export type Nearness = {
  /** Share of the question's words, by what they are worth, that the text has which has most of them. */
  coverage: number
  /** Cosine of the nearest text; undefined where no vectors were compared. */
  similarity: number | undefined
  /** How many of the question's words count. */
  words: number
}

/** A question of so few words is a search for those words, and what has them is an answer. */
const FEW_WORDS = 3

/** Fitted on the first half of `bench/data/histories` with the built-in embedding; what other models find near is nearer. */
const LEAST = { together: 0.55, weight: 0.8, coverage: 0.15 } as const

/** Whether nothing that was found seems to answer the question: what is there shares some of its words and little of its meaning. */
export const seemsUnknown = ({ coverage, similarity, words }: Nearness): boolean => {
  if (words < FEW_WORDS) return coverage === 0 && similarity === undefined
  if (similarity === undefined) return coverage < LEAST.coverage
  return similarity + LEAST.weight * coverage < LEAST.together
}
