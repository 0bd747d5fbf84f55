import type { GroupedHit } from '@teamlore/shared'

export type Pair = {
  newer: GroupedHit
  older: GroupedHit
}
/** How much speaks for it that the newer one corrects the older, from 0 on enough; undefined where nothing does. */
export type EvidenceOf = (pair: Pair) => number | undefined

const isLater = (newer: GroupedHit, older: GroupedHit): boolean =>
  newer.occurred_at !== null &&
  older.occurred_at !== null &&
  newer.occurred_at > older.occurred_at &&
  newer.session_id !== older.session_id

/** What nobody has reviewed holds like all else, until something is known against it. */
const holds = ({ status }: GroupedHit): boolean => status === 'current' || status === 'unreviewed'

const areMemories = (a: GroupedHit, b: GroupedHit): boolean =>
  a.kind === 'memory' && b.kind === 'memory'

/** Whether both hold, or neither does for the same cause. Of two memories one that a person reviewed stays before one that nobody did. */
export const standAlike = (a: GroupedHit, b: GroupedHit): boolean =>
  a.status === b.status || (holds(a) && holds(b) && !areMemories(a, b))

/** Memories have threads, which say what took the place of what. */
export const mayReplace = ({ newer, older }: Pair): boolean =>
  isLater(newer, older) &&
  newer.project?.id === older.project?.id &&
  standAlike(newer, older) &&
  !areMemories(newer, older)

/** The earlier hit that this one corrects, where it seems to correct one. */
const correctedBy = (
  newer: GroupedHit,
  items: readonly GroupedHit[],
  evidenceOf: EvidenceOf,
): GroupedHit | undefined => {
  let best: { hit: GroupedHit; evidence: number } | undefined
  for (const older of items) {
    const pair = { newer, older }
    const evidence = mayReplace(pair) ? evidenceOf(pair) : undefined
    if (evidence === undefined || evidence < 0) continue
    if (best === undefined || evidence > best.evidence) best = { hit: older, evidence }
  }
  return best?.hit
}

/**
 * Puts what was said later before the earlier hit that it seems to correct, and marks it: it denies what that says, says the opposite,
 * or says another value of the same. Of two that are merely alike both may hold, and nothing moves.
 */
export const saidLaterFirst = (
  items: readonly GroupedHit[],
  evidenceOf: EvidenceOf,
): GroupedHit[] => {
  const ordered = [...items]
  for (const newer of items) {
    const older = correctedBy(newer, items, evidenceOf)
    if (older === undefined) continue
    const from = ordered.findIndex(({ id }) => id === newer.id)
    ordered.splice(from, 1, { ...newer, said_later_than: older.id })
    const to = ordered.findIndex(({ id }) => id === older.id)
    if (to < from) ordered.splice(to, 0, ...ordered.splice(from, 1))
  }
  return ordered
}
