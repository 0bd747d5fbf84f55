import type { GroupedHit } from '@teamlore/shared'
import { analyseStatement, type StatementParts } from '../../statements/analyse-statement.ts'
import { corpusOf } from '../../statements/corpus.ts'
import { STOP } from '../../statements/lexicon.ts'
import { relateParts } from '../../statements/relate-statements.ts'
import { WEIGHTS } from '../../statements/weights.ts'
import { standAlike } from './said-later.ts'

/** So many of the best hits are put in order; what stands further down misleads nobody. */
export const ORDERED = 10
/** A longer title is a passage with several statements in it. */
const MAX_CHARS = 300

/** What a hit is worth as an answer that only asks, that tells of changed files, or of what somebody is about to do. */
const WORTH = { question: 0.7, work: 0.7, narration: 0.8 } as const
const WORK =
  /^(?:completed: )?(?:changed|added|updated|created|removed|edited|renamed|moved) |^(?:done|understood|renamed it|committed)\b/i
const NARRATION = /^…?(?:i (?:looked|checked|read|will|have|am)|i['’](?:ll|ve|m)|let me)\b/i
/** Of the same subject a newer statement comes first where it answers about as well. */
const ABOUT_AS_WELL = 0.75
/** What may take the place of an older statement is worded otherwise by its nature, so that it may fit less well. */
const SOMEWHAT = 0.5

/** Whether somebody asks, and does not only name what they look for. */
const ASKS =
  /\?\s*$|^\s*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|may|must|should|has|have|will|would)\s/i

/**
 * The first hits as answers to a question. Questions, records of work and narration come after statements that fit about as
 * well; of statements about the same, what was said later stands directly before what it takes the place of. All of them stay: nobody
 * has decided on them, and of memories threads have seen to that before. What is no question keeps its order but for the
 * second part.
 */
export const answerOrder = (
  items: readonly GroupedHit[],
  asked: string,
  isPast = false,
  analysed = analyseHits(items),
): GroupedHit[] => {
  const isQuestion = ASKS.test(asked)
  const head = items.slice(0, ORDERED)
  const worth = new Map(head.map((hit) => [hit, hit.score * (isQuestion ? worthOf(hit) : 1)]))
  if (isQuestion)
    head.sort(
      (a, b) => rankOf(a, isPast) - rankOf(b, isPast) || worthIn(worth, b) - worthIn(worth, a),
    )
  return [...newerFirst(head, { worth, isQuestion, asked, analysed }), ...items.slice(ORDERED)]
}

const worthIn = (worth: ReadonlyMap<GroupedHit, number>, hit: GroupedHit): number =>
  worth.get(hit) ?? 0

/** What is superseded or rejected stays behind all that is current; a memory that was replaced since was current then. */
const rankOf = ({ status, kind }: GroupedHit, isPast: boolean): number =>
  status === 'current' ||
  status === 'unreviewed' ||
  (isPast && kind === 'memory' && status === 'superseded')
    ? 0
    : 1

const worthOf = ({ title }: GroupedHit): number => {
  if (/\?\s*$/.test(title)) return WORTH.question
  if (WORK.test(title)) return WORTH.work
  return NARRATION.test(title) ? WORTH.narration : 1
}

type Order = {
  worth: ReadonlyMap<GroupedHit, number>
  isQuestion: boolean
  asked: string
  analysed: Analysed
}

const newerFirst = (
  head: readonly GroupedHit[],
  { worth, isQuestion, asked, analysed }: Order,
): GroupedHit[] => {
  const isReplaced = comparer(analysed, asked)
  const ordered: GroupedHit[] = []
  for (const hit of head) {
    const at = ordered.findIndex((older) => {
      const how = isReplaced(older, hit)
      if (how === 'replaced') return true
      if (how === undefined || !isQuestion) return false
      const least = how === 'perhaps replaced' ? SOMEWHAT : ABOUT_AS_WELL
      return worthIn(worth, hit) >= least * worthIn(worth, older)
    })
    if (at < 0) ordered.push(hit)
    else ordered.splice(at, 0, hit)
  }
  return ordered
}

/** Sentences that a hit shows: its title, and some of what goes on from there. */
const SHOWN = 4
export const statementsOf = ({ type, title, snippet }: GroupedHit): string[] => {
  if (type === 'tool_call' || type === 'tool_result') return []
  const further = snippet.text.split(/(?<=[.!?])\s+/).filter((one) => one.length > 12)
  const shown = new Set([title, ...further].map((one) => one.replace(/^…/, '')))
  return [...shown].filter((one) => one.length <= MAX_CHARS && !/\?\s*$/.test(one)).slice(0, SHOWN)
}

/** How a later statement stands to an earlier one, where it comes before it. */
type How = 'replaced' | 'perhaps replaced' | 'same subject'
const RANKED: readonly How[] = ['replaced', 'perhaps replaced', 'same subject']

/**
 * Whether a later statement speaks of what is asked as the earlier one does: it has the words of the question that the earlier one
 * has ("finance export" is not asked about by the partner export), or says that what the earlier one names is over.
 */
const answersInstead = (
  question: StatementParts,
  older: StatementParts,
  newer: StatementParts,
): boolean => {
  const has = (parts: StatementParts, term: string) =>
    parts.terms.has(term) || parts.names.has(term)
  const answered = [...question.terms].filter((term) => has(older, term))
  const denied = [...newer.denied].some((term) => has(older, term) && !older.denied.has(term))
  return denied || answered.every((term) => has(newer, term))
}

/** The statements of the first hits, taken apart. */
export type Analysed = {
  corpus: ReturnType<typeof corpusOf>
  parts: ReadonlyMap<GroupedHit, StatementParts[]>
}

export const analyseHits = (items: readonly GroupedHit[]): Analysed => {
  const shown = items.slice(0, ORDERED).map((hit) => [hit, statementsOf(hit)] as const)
  const corpus = corpusOf(shown.flatMap(([, all]) => all))
  const parts = new Map(
    shown.map(([hit, all]) => [hit, all.map((one) => analyseStatement(one, corpus))]),
  )
  return { corpus, parts }
}

const comparer = ({ corpus, parts }: Analysed, asked: string) => {
  // Somebody may paste a whole log: what is asked stands at its beginning.
  const question = analyseStatement(asked.slice(0, MAX_CHARS), corpus)
  const compare = (a: StatementParts, b: StatementParts) => {
    const { relation } = relateParts({ a, b, corpus, isOrdered: true, weights: WEIGHTS })
    if (relation === 'supersedes') return 'replaced'
    if (['unsure', 'amends'].includes(relation) && answersInstead(question, a, b))
      return 'perhaps replaced'
    return haveOneSubject(a, b) ? 'same subject' : undefined
  }
  return (older: GroupedHit, newer: GroupedHit): How | undefined => {
    const [a] = parts.get(older) ?? []
    if (a === undefined || !isLater(newer, older)) return undefined
    if (newer.project?.id !== older.project?.id || !standAlike(newer, older)) return undefined
    const found = (parts.get(newer) ?? []).map((b) => compare(a, b))
    const best = RANKED.find((how) => found.includes(how))
    // Curated statements of one subject are of several of its sides, each said once.
    return best === 'same subject' && newer.kind === 'memory' ? undefined : best
  }
}

const isLater = (newer: GroupedHit, older: GroupedHit): boolean =>
  newer.occurred_at !== null &&
  older.occurred_at !== null &&
  newer.occurred_at > older.occurred_at &&
  // Memories are of no session; what one session says goes on and takes nothing back.
  (newer.session_id === null || newer.session_id !== older.session_id)

/** Both begin with the same thing and what is said of it: "The checkout has …", "Photos are …". */
const haveOneSubject = (a: StatementParts, b: StatementParts): boolean => {
  const [mine, theirs] = [beginningOf(a.text), beginningOf(b.text)]
  let shared = 0
  while (shared < mine.length && mine[shared] === theirs[shared]) shared++
  return mine.slice(0, shared).some((word) => !STOP.has(word))
}

const beginningOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []).slice(0, 8).filter((word) => word !== 'the')
