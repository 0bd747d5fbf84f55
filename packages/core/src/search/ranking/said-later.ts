import type { GroupedHit } from '@teamlore/shared'
import { termsOf } from '../../text/terms.ts'

/**
 * What speaks for a later hit to correct the earlier one, beside what their statements say: how much nearer it is to the question, and
 * words of the question that the earlier one alone has. Chosen on `bench/data/corrections-dev`.
 */
const WEIGHTS = { nearer: 4, missed: -0.7 } as const
/** So high that hardly a look-alike is taken for a correction (docs/benchmarks.md). */
const CORRECTS = 0.4

export type Pair = {
  newer: GroupedHit
  older: GroupedHit
}
/** What their statements say of two hits, as log odds; undefined where nothing speaks for a change. */
export type EvidenceOf = (pair: Pair) => number | undefined

const isLater = (newer: GroupedHit, older: GroupedHit): boolean =>
  newer.occurred_at !== null &&
  older.occurred_at !== null &&
  newer.occurred_at > older.occurred_at &&
  newer.session_id !== older.session_id

/** Memories have threads, which say what took the place of what. */
export const mayReplace = ({ newer, older }: Pair): boolean =>
  isLater(newer, older) &&
  newer.project?.id === older.project?.id &&
  newer.status === older.status &&
  (newer.kind !== 'memory' || older.kind !== 'memory')

const nearnessOf = ({ score_parts }: GroupedHit): number => score_parts.vector?.score ?? 0

const wordsOf = ({ title, snippet }: GroupedHit): string => `${title} ${snippet.text}`

/** Words of the question that the older hit has and the newer one has not. */
const missedBy = ({ newer, older }: Pair, asked: ReadonlySet<string>): number => {
  const [mine, theirs] = [newer, older].map((hit) => new Set(termsOf(wordsOf(hit))))
  return [...asked].filter((term) => theirs?.has(term) && !mine?.has(term)).length
}

/** The earlier hit that this one corrects, where it seems to correct one. */
const correctedBy = (
  newer: GroupedHit,
  items: readonly GroupedHit[],
  asked: ReadonlySet<string>,
  evidenceOf: EvidenceOf,
): GroupedHit | undefined => {
  let best: { hit: GroupedHit; evidence: number } | undefined
  for (const older of items) {
    const pair = { newer, older }
    const said = mayReplace(pair) ? evidenceOf(pair) : undefined
    if (said === undefined) continue
    const nearer = nearnessOf(newer) - nearnessOf(older)
    const evidence = said + WEIGHTS.nearer * nearer + WEIGHTS.missed * missedBy(pair, asked)
    if (evidence > Math.max(CORRECTS, best?.evidence ?? CORRECTS)) best = { hit: older, evidence }
  }
  return best?.hit
}

/**
 * Puts what was said later before the earlier hit that it seems to correct, and marks it: it denies what that says, says the opposite,
 * or says another value of the same. Of two that are merely alike both may hold, and nothing moves.
 */
export const saidLaterFirst = (
  items: readonly GroupedHit[],
  question: string,
  evidenceOf: EvidenceOf,
): GroupedHit[] => {
  const asked = new Set(termsOf(question))
  const ordered = [...items]
  for (const newer of items) {
    const older = correctedBy(newer, items, asked, evidenceOf)
    if (older === undefined) continue
    const from = ordered.findIndex(({ id }) => id === newer.id)
    ordered.splice(from, 1, { ...newer, said_later_than: older.id })
    const to = ordered.findIndex(({ id }) => id === older.id)
    if (to < from) ordered.splice(to, 0, ...ordered.splice(from, 1))
  }
  return ordered
}
