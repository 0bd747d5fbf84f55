/** Statements one connection keeps on the server. Each costs memory there until the connection ends. */
const MAX_PREPARED = 300
/** Texts remembered for having come once. */
const MAX_SEEN = 2_000

/**
 * Says which statements of one connection are worth preparing by name: those that come again. A prepared one is asked in
 * one round trip and parsed once; any other takes a round trip more, for the server to tell the types of its parameters.
 */
export const createStatementHabits = () => {
  const seen = new Set<string>()
  const prepared = new Set<string>()
  return {
    isWorthPreparing: (text: string): boolean => {
      if (prepared.has(text)) return true
      if (!seen.delete(text)) {
        if (seen.size >= MAX_SEEN) seen.clear()
        seen.add(text)
        return false
      }
      if (prepared.size >= MAX_PREPARED) return false
      prepared.add(text)
      return true
    },
  }
}
