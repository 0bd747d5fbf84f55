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
  // Memories are of no session, and of one session what it ends with is seen to elsewhere.
  (areMemories(newer, older) || newer.session_id !== older.session_id)

/** What nobody has reviewed holds like all else, until something is known against it. */
const holds = ({ status }: GroupedHit): boolean => status === 'current' || status === 'unreviewed'

const areMemories = (a: GroupedHit, b: GroupedHit): boolean =>
  a.kind === 'memory' && b.kind === 'memory'

/** Whether both hold, or neither does for the same cause. Of two memories one that a person reviewed stays before one that nobody did. */
export const standAlike = (a: GroupedHit, b: GroupedHit): boolean =>
  a.status === b.status || (holds(a) && holds(b) && !areMemories(a, b))

/** Memories have threads, which say what took the place of what. Those that nobody has reviewed mostly lack them. */
const haveThreads = (a: GroupedHit, b: GroupedHit): boolean =>
  areMemories(a, b) && a.status !== 'unreviewed'

export const mayReplace = ({ newer, older }: Pair): boolean =>
  isLater(newer, older) &&
  newer.project?.id === older.project?.id &&
  standAlike(newer, older) &&
  !haveThreads(newer, older)

const byTime = (a: GroupedHit, b: GroupedHit): number =>
  (a.occurred_at ?? '').localeCompare(b.occurred_at ?? '')

/** Of a pair of which it is known, and not only seen in words, that one took the place of the other. */
export const KNOWN = Number.POSITIVE_INFINITY

/** The earlier hit that this one seems to correct, and all that it is known to correct: a message, and what was made of it. */
const correctedBy = (
  newer: GroupedHit,
  items: readonly GroupedHit[],
  evidenceOf: EvidenceOf,
): GroupedHit[] =>
  items
    .map((older) => {
      const pair = { newer, older }
      return { older, evidence: (mayReplace(pair) ? evidenceOf(pair) : undefined) ?? -1 }
    })
    .filter(({ evidence }) => evidence >= 0)
    .toSorted((a, b) => b.evidence - a.evidence)
    .filter(({ evidence }, at) => at === 0 || evidence === KNOWN)
    .map(({ older }) => older)

/**
 * Puts what was said later before the earlier hits that it seems to correct, and marks it: it denies what that says, says the opposite,
 * or says another value of the same. Of two that are merely alike both may hold, and nothing moves.
 */
export const saidLaterFirst = (
  items: readonly GroupedHit[],
  evidenceOf: EvidenceOf,
): GroupedHit[] => {
  const ordered = [...items]
  // What was said last comes last, so that it goes before all others of its kind.
  for (const newer of items.toSorted(byTime)) {
    const corrected = correctedBy(newer, items, evidenceOf)
    const [surest] = corrected
    if (surest === undefined) continue
    const from = ordered.findIndex(({ id }) => id === newer.id)
    ordered.splice(from, 1, { ...newer, said_later_than: surest.id })
    const to = ordered.findIndex(({ id }) => corrected.some((older) => older.id === id))
    if (to < from) ordered.splice(to, 0, ...ordered.splice(from, 1))
  }
  return ordered
}
