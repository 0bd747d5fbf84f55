import type { RankedRow } from '@teamlore/db'

type Hit = {
  row: Pick<RankedRow, 'sessionId'>
  score: number
  /** What its score was multiplied by. */
  spread?: number
}

/** Hits of one session that count in full: a question is mostly about one session, and its answers stand in its first ten (ADR 0007). */
const IN_FULL = 10
/** What each further one counts beside the one before it. */
const FALL = 0.85

/**
 * Lets other sessions onto a page that one would fill: from its eleventh hit on, each counts a little less than the one before.
 * Takes sources best first, and gives them in their new order.
 */
export const spreadSessions = <T extends Hit>(ranked: readonly T[]): T[] => {
  if (new Set(ranked.map(({ row }) => row.sessionId)).size < 2) return [...ranked]
  const hits = new Map<string, number>()
  return ranked.map((source) => {
    const { sessionId } = source.row
    if (sessionId === null) return source
    const place = (hits.get(sessionId) ?? 0) + 1
    hits.set(sessionId, place)
    if (place <= IN_FULL) return source
    const spread = Math.round(FALL ** (place - IN_FULL) * 10_000) / 10_000
    return { ...source, spread, score: source.score * spread }
  })
}
