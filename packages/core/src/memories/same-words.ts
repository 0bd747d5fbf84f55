/** A statement without what does not count: capitals, punctuation. */
export const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}_./%-]+/gu, ' ')
    .replace(/[.\s]+$/u, '')
    .trim()

/** Whether two statements are one, but for capitals and punctuation. */
export const sameWords = (a: string, b: string): boolean => wordsOf(a) === wordsOf(b)
