/** Of a model: the cosine that texts have which have nothing to do with each other. */
export type Unrelated = { unrelated?: number | undefined }

/**
 * A cosine on a scale that is the same for every model: 0 as texts that have nothing to do with each other, 1 as the same text. What a
 * model says of unrelated texts lies between 0 and 0.75, so that a limit on the bare cosine would hold for one model alone.
 */
export const nearnessOf = (cosine: number, { unrelated = 0 }: Unrelated): number =>
  (cosine - unrelated) / (1 - unrelated)

/** From here on a text counts as near in meaning; below, nearness is chance. */
export const NEAR = 0.2
/** The same where no text has any word of the question: letters that mean nothing are this near to many texts (ADR 0007). */
export const NEAR_ALONE = 0.3
