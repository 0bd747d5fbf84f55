/**
 * A pure function of a text that knows its last answers: one text is taken apart by several rules, and words come again and again.
 * Of `most` texts; then it begins afresh, so that nothing is kept for long. Who asks may not change an answer.
 */
export const memoise = <T>(work: (text: string) => T, most: number): ((text: string) => T) => {
  const known = new Map<string, T>()
  return (text) => {
    const answer = known.get(text)
    if (answer !== undefined) return answer
    const fresh = work(text)
    if (known.size >= most) known.clear()
    known.set(text, fresh)
    return fresh
  }
}
