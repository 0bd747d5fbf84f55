/** Statements one connection keeps on the server. Each costs memory there until the connection ends. */
const MAX_PREPARED = 300
/** Texts remembered for having come once. */
const MAX_SEEN = 2_000

/** Says of a text whether it came before, and forgets that it did. */
export const createSeenTexts = () => {
  const seen = new Set<string>()
  return (text: string): boolean => {
    if (seen.delete(text)) return true
    if (seen.size >= MAX_SEEN) seen.clear()
    seen.add(text)
    return false
  }
}

/**
 * Says which statements of one connection are worth preparing by name: those that come again. A prepared one is asked in
 * one round trip and parsed once; any other takes a round trip more, for the server to say the types of its parameters.
 */
export const createStatementHabits = () => {
  const comesAgain = createSeenTexts()
  const prepared = new Set<string>()
  return {
    isWorthPreparing: (text: string): boolean => {
      if (prepared.has(text)) return true
      if (!comesAgain(text) || prepared.size >= MAX_PREPARED) return false
      prepared.add(text)
      return true
    },
  }
}
