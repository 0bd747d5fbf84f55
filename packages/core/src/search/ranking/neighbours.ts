/** Where a message stands in a session of talk. */
export type Turn = { id: string; sessionId: string; ordinal: number }

type Ranked = {
  row: { sourceId: string }
  score: number
  /** What its score was multiplied by for the turn before it. */
  neighbour?: number
}

/** What a turn takes over of the score of the one before it (ADR 0007). */
const SHARE = 0.3

/**
 * In talk what answers often stands behind what was asked, in words that mean little alone: "Thursday, I think." Each turn takes over a
 * part of what the turn before it has, where that was found too. The order is left to the caller.
 */
export const withNeighbours = <T extends Ranked>(
  ranked: readonly T[],
  turns: readonly Turn[],
): T[] => {
  const scores = new Map(ranked.map(({ row, score }) => [row.sourceId, score]))
  const places = new Map(turns.map((turn) => [`${turn.sessionId} ${turn.ordinal}`, turn.id]))
  const before = new Map(
    turns.map(({ id, sessionId, ordinal }) => [id, places.get(`${sessionId} ${ordinal - 1}`)]),
  )
  return ranked.map((source) => {
    const previous = before.get(source.row.sourceId)
    const gained = SHARE * Math.max(0, scores.get(previous ?? '') ?? 0)
    if (gained === 0 || source.score <= 0) return source
    const neighbour = Math.round((1 + gained / source.score) * 10_000) / 10_000
    return { ...source, neighbour, score: source.score * neighbour }
  })
}
