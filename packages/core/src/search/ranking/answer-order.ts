import type { GroupedHit } from '@teamlore/shared'
import { analyseStatement, type StatementParts } from '../../memories/relate/analyse-statement.ts'
import { corpusOf } from '../../memories/relate/corpus.ts'
import { STOP } from '../../memories/relate/lexicon.ts'
import { relateParts } from '../../memories/relate/relate-statements.ts'
import { WEIGHTS } from '../../memories/relate/weights.ts'

/** So many of the best hits are put in order; what stands further down misleads nobody. */
const ORDERED = 10
/** A longer title is a passage with several statements in it. */
const MAX_CHARS = 300

/** What a hit is worth as an answer that only asks, that tells of changed files, or of what somebody is about to do. */
const WORTH = { question: 0.7, work: 0.7, narration: 0.8 } as const
const WORK =
  /^(?:completed: )?(?:changed|added|updated|created|removed|edited|renamed|moved) |^(?:done|understood|renamed it|committed)\b/i
const NARRATION = /^…?(?:i (?:looked|checked|read|will|have|am)|i['’](?:ll|ve|m)|let me)\b/i
/** Of the same subject a newer statement comes first where it answers about as well. */
const ABOUT_AS_WELL = 0.75

/** Whether somebody asks, and does not only name what they look for. */
const ASKS =
  /\?\s*$|^\s*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|can|could|may|must|should|has|have|will|would)\s/i

/**
 * The first hits as answers to a question. Questions, records of work and narration come after statements that fit about as
 * well; of statements about the same, what was said later stands directly before what it takes the place of. All of them stay: nobody
 * has decided on them, and of memories threads have seen to that before. What is no question keeps its order but for the
 * second part.
 */
export const answerOrder = (items: readonly GroupedHit[], asked: string): GroupedHit[] => {
  const isQuestion = ASKS.test(asked)
  const head = items.slice(0, ORDERED)
  const worth = new Map(head.map((hit) => [hit, hit.score * (isQuestion ? worthOf(hit) : 1)]))
  if (isQuestion)
    head.sort((a, b) => rankOf(a) - rankOf(b) || worthIn(worth, b) - worthIn(worth, a))
  return [...newerFirst(head, { worth, isQuestion }), ...items.slice(ORDERED)]
}

const worthIn = (worth: ReadonlyMap<GroupedHit, number>, hit: GroupedHit): number =>
  worth.get(hit) ?? 0

/** What is superseded or rejected stays behind all that is current. */
const rankOf = ({ status }: GroupedHit): number => (status === 'current' ? 0 : 1)

const worthOf = ({ title }: GroupedHit): number => {
  if (/\?\s*$/.test(title)) return WORTH.question
  if (WORK.test(title)) return WORTH.work
  return NARRATION.test(title) ? WORTH.narration : 1
}

type Order = { worth: ReadonlyMap<GroupedHit, number>; isQuestion: boolean }

const newerFirst = (head: readonly GroupedHit[], { worth, isQuestion }: Order): GroupedHit[] => {
  const isReplaced = comparer(head)
  const ordered: GroupedHit[] = []
  for (const hit of head) {
    const at = ordered.findIndex((older) => {
      const how = isReplaced(older, hit)
      if (how === 'replaced') return true
      const fitsAsWell = worthIn(worth, hit) >= ABOUT_AS_WELL * worthIn(worth, older)
      return how === 'same subject' && isQuestion && fitsAsWell
    })
    if (at < 0) ordered.push(hit)
    else ordered.splice(at, 0, hit)
  }
  return ordered
}

/** Sentences that a hit shows: its title, and some of what goes on from there. */
const SHOWN = 4
const statementsOf = ({ type, title, snippet }: GroupedHit): string[] => {
  if (type === 'tool_call' || type === 'tool_result') return []
  const further = snippet.text.split(/(?<=[.!?])\s+/).filter((one) => one.length > 12)
  const shown = new Set([title, ...further].map((one) => one.replace(/^…/, '')))
  return [...shown].filter((one) => one.length <= MAX_CHARS && !/\?\s*$/.test(one)).slice(0, SHOWN)
}

const comparer = (items: readonly GroupedHit[]) => {
  const told = new Map(items.map((hit) => [hit, statementsOf(hit)]))
  const corpus = corpusOf([...told.values()].flat())
  const parts = new Map(
    [...told].map(([hit, all]) => [hit, all.map((one) => analyseStatement(one, corpus))]),
  )
  const compare = (a: StatementParts, b: StatementParts) => {
    const { relation } = relateParts({ a, b, corpus, isOrdered: true, weights: WEIGHTS })
    if (relation === 'supersedes') return 'replaced'
    return haveOneSubject(a, b) ? 'same subject' : undefined
  }
  return (older: GroupedHit, newer: GroupedHit): 'replaced' | 'same subject' | undefined => {
    const [a] = parts.get(older) ?? []
    if (a === undefined || !isLater(newer, older)) return undefined
    if (newer.project?.id !== older.project?.id || newer.status !== older.status) return undefined
    const found = (parts.get(newer) ?? []).map((b) => compare(a, b))
    return found.includes('replaced') ? 'replaced' : found.find((how) => how !== undefined)
  }
}

const isLater = (newer: GroupedHit, older: GroupedHit): boolean =>
  newer.occurred_at !== null &&
  older.occurred_at !== null &&
  newer.occurred_at > older.occurred_at &&
  newer.session_id !== older.session_id

/** Both begin with the same thing and what is said of it: "The checkout has …", "Photos are …". */
const haveOneSubject = (a: StatementParts, b: StatementParts): boolean => {
  const [mine, theirs] = [beginningOf(a.text), beginningOf(b.text)]
  let shared = 0
  while (shared < mine.length && mine[shared] === theirs[shared]) shared++
  return mine.slice(0, shared).some((word) => !STOP.has(word))
}

const beginningOf = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? []).slice(0, 8).filter((word) => word !== 'the')
