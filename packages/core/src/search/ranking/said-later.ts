import type { GroupedHit } from '@teamlore/shared'
import { termsOf } from '../../text/terms.ts'

/**
 * What speaks for a later hit to correct the earlier one: nearness of the two, how much nearer the later one is to the question, whether
 * their statements differ in one value, and words of the question that the earlier one alone has. Fitted on pairs of
 * `bench/data/corrections`, one project left out at a time.
 */
const FITTED = { likeness: 6, nearer: 3.7, differs: 2, missed: -0.5 } as const
/** So high that no look-alike of 80 is taken for a correction, and 13 corrections of 80 are (docs/benchmarks.md). */
const CORRECTS = 4.3

/** Words by which people say that something is not as it was. */
const CHANGE =
  /\b(?:now|no longer|not? (?:\w+ )?any ?more|anymore|gone|since|instead|dropp(?:ed|ing)|moved?|moving|renamed?|replac(?:ed|es|ing)|switch(?:ed|ing)|was|were|used to|formerly|previously|until (?:now|recently)|from now on|as of|starting|chang(?:ed|es)|retired?|removed?|killed|deprecated|sunset|back to|goes? (?:to|away)|went|bumped|raised|lowered|lifted|turned (?:off|on)|took over|takes over|new(?:ly)?|no more|stop(?:ped)?|today|not)\b/i

export type Pair = {
  newer: GroupedHit
  older: GroupedHit
}
/** What is known of two hits beside their words. */
export type Compared = {
  /** Their cosine; undefined where one of them has no vector. */
  likenessOf: (pair: Pair) => number | undefined
  /** Whether the newer one says the same with another value, as far as rules see it. */
  mayDiffer: (pair: Pair) => boolean
}

const wordsOf = ({ title, snippet }: GroupedHit): string => `${title} ${snippet.text}`

const isLater = (newer: GroupedHit, older: GroupedHit): boolean =>
  newer.occurred_at !== null &&
  older.occurred_at !== null &&
  newer.occurred_at > older.occurred_at &&
  newer.session_id !== older.session_id

/** Memories have threads, which say what took the place of what. */
const mayReplace = (newer: GroupedHit, older: GroupedHit): boolean =>
  isLater(newer, older) &&
  newer.project?.id === older.project?.id &&
  newer.status === older.status &&
  (newer.kind !== 'memory' || older.kind !== 'memory')

const nearnessOf = ({ score_parts }: GroupedHit): number => score_parts.vector?.score ?? 0

/** Words of the question that the older hit has and the newer one has not. */
const missedBy = ({ newer, older }: Pair, asked: ReadonlySet<string>): number => {
  const [mine, theirs] = [newer, older].map((hit) => new Set(termsOf(wordsOf(hit))))
  return [...asked].filter((term) => theirs?.has(term) && !mine?.has(term)).length
}

/** How much speaks for it that the newer one corrects the older; undefined where nothing can. */
const evidenceOf = (
  pair: Pair,
  asked: ReadonlySet<string>,
  { likenessOf, mayDiffer }: Compared,
): number | undefined => {
  const likeness = likenessOf(pair)
  if (likeness === undefined) return undefined
  const differs = mayDiffer(pair)
  if (!differs && !CHANGE.test(wordsOf(pair.newer))) return undefined
  return (
    FITTED.likeness * likeness +
    FITTED.nearer * (nearnessOf(pair.newer) - nearnessOf(pair.older)) +
    FITTED.differs * Number(differs) +
    FITTED.missed * missedBy(pair, asked)
  )
}

/** The earlier hit that this one corrects, where it seems to correct one. */
const correctedBy = (
  newer: GroupedHit,
  items: readonly GroupedHit[],
  asked: ReadonlySet<string>,
  compared: Compared,
): GroupedHit | undefined => {
  let best: { hit: GroupedHit; evidence: number } | undefined
  for (const older of items) {
    if (!mayReplace(newer, older)) continue
    const evidence = evidenceOf({ newer, older }, asked, compared) ?? 0
    if (evidence > Math.max(CORRECTS, best?.evidence ?? 0)) best = { hit: older, evidence }
  }
  return best?.hit
}

/**
 * Puts what was said later before the earlier hit that it seems to correct, and marks it. It carries a sign of change, or says the
 * same with another value; of two that are alike in all else both may hold, and nothing moves.
 */
export const saidLaterFirst = (
  items: readonly GroupedHit[],
  question: string,
  compared: Compared,
): GroupedHit[] => {
  const asked = new Set(termsOf(question))
  const ordered = [...items]
  for (const newer of items) {
    const older = correctedBy(newer, items, asked, compared)
    if (older === undefined) continue
    const from = ordered.findIndex(({ id }) => id === newer.id)
    ordered.splice(from, 1, { ...newer, said_later_than: older.id })
    const to = ordered.findIndex(({ id }) => id === older.id)
    if (to < from) ordered.splice(to, 0, ...ordered.splice(from, 1))
  }
  return ordered
}
