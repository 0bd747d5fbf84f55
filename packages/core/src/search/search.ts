import type { SearchQuery, SearchResponse } from '@teamlore/shared'
import { z } from 'zod'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { systemClock } from '../platform/clock.ts'
import { cursorInvalid, defineCursor, recentKeySchema } from '../platform/cursor.ts'
import { countTokens } from '../text/count-tokens.ts'
import { explainNothing } from './explain-nothing.ts'
import { listByDate } from './list-newest.ts'
import { asHeldBefore } from './memory-held-at.ts'
import { createQuestionEmbedder } from './question-embedder.ts'
import { questionKey, readQuestion } from './read-question.ts'
import { type Answer, type Asked, MAX_HITS, type SearchDeps } from './search.types.ts'
import { searchAllArms } from './search-all-arms.ts'

export type SearchOptions<P = SearchResponse> = {
  signal?: AbortSignal
  /** How many of a page its reader has room for. A ranking ends there, and its cursor goes on from there. */
  room?: (page: P) => number
  /** An earlier time is asked about: memories that were replaced since stand among those that hold. */
  isPast?: boolean
  /** Nothing is found that was recorded later. */
  asOf?: Date | undefined
  /** What a memory rests on stays a hit of its own: it counts for its session. */
  keepsEvidence?: boolean
}

const keySchema = z.string().max(20)
const cursors = defineCursor(
  'search',
  z.union([
    z.strictObject({ offset: z.number().int().min(1).max(MAX_HITS), key: keySchema }),
    z.strictObject({ after: recentKeySchema, key: keySchema }),
  ]),
)

/**
 * Searches everything a person may see by words, by meaning and by exact identifiers, and answers with one ranking.
 * An arm that fails or takes too long is left out, and a note says so. Once `signal` is aborted nothing more is asked of
 * the database, and the search rejects with the signal's reason.
 *
 * @throws DomainError `cursor.invalid`; `search.unavailable` when no arm could answer.
 */
export const makeSearch = (deps: SearchDeps) => {
  const { now = systemClock } = deps
  const embedQuestion = createQuestionEmbedder(deps)
  return async (
    scope: TeamScope,
    query: SearchQuery,
    { signal, room, isPast = false, asOf, keepsEvidence = false }: SearchOptions = {},
  ): Promise<SearchResponse> => {
    const begun = now()
    const { typed, question, isList, order } = readQuestion(query)
    const place = placeOf(query, isList)
    const embedded = embedQuestion(scope, question.prose, signal)
    const asked: Asked = {
      scope,
      query,
      typed,
      question,
      order,
      ...place,
      begun,
      embedded,
      signal,
      isPast,
      asOf,
      keepsEvidence,
    }
    const found = isList ? await listByDate(deps, asked) : await searchThenRelax(deps, asked)
    const answer = isPast ? found : await inTheirWords(deps, scope, found)
    const why = await explain(deps, asked, answer)
    const doubt = doubtOf(answer, isList)
    const { cursor, notes } = isList ? listed(answer, query) : ranked(answer, query, place.offset)
    const whole = {
      items: answer.page.items,
      next_cursor: cursor,
      notes: [...doubt.notes, ...typed.notes, ...answer.notes, ...why, ...notes],
      ...doubt.flag,
      ...(answer.meant === undefined ? {} : { did_you_mean: answer.meant }),
      arms: answer.arms,
      tokens: countTokens(JSON.stringify(answer.page.items)),
      took_ms: Math.max(0, now().getTime() - begun.getTime()),
    }
    const kept = room?.(whole) ?? whole.items.length
    if (isList || kept === 0 || kept >= whole.items.length) return whole
    const items = whole.items.slice(0, kept)
    const next = { offset: place.offset + kept, key: questionKey(query) }
    const tokens = countTokens(JSON.stringify(items))
    return { ...whole, items, tokens, next_cursor: cursors.encode(next) }
  }
}

/** What only an earlier time is asked about reads as it did then. Memories alone have such a past. */
const inTheirWords = async (
  { unitOfWork }: Pick<SearchDeps, 'unitOfWork'>,
  scope: TeamScope,
  answer: Answer,
): Promise<Answer> => {
  const { before } = answer.resolved.filters
  const { page } = answer
  if (before === undefined || page.items.every(({ kind }) => kind !== 'memory')) return answer
  const items = await unitOfWork.inTeam(scope, (repos) => asHeldBefore(repos, page.items, before))
  return { ...answer, page: { ...page, items } }
}

/** First of all notes, where no other says it. */
const UNKNOWN =
  'Nothing here shares a word with this or is near it in meaning; what follows is only loosely related.'

/** Whether a hit answers is for its reader to judge: no score shows it (ADR 0028). What has nothing of the question is said to. */
const doubtOf = ({ isUnknown, absent, page }: Answer, isList: boolean) => {
  if (isList || !(isUnknown ?? page.found === 0)) return { notes: [], flag: {} }
  const isSaid = absent !== undefined || page.items.length === 0
  return { notes: isSaid ? [] : [UNKNOWN], flag: { nothing_known: true } }
}

type Place = Pick<Asked, 'offset' | 'after'>

/** @throws DomainError `cursor.invalid` when the cursor belongs to another question. */
const placeOf = (query: SearchQuery, isList: boolean): Place => {
  const place = cursors.decode(query.cursor)
  if (place === undefined) return { offset: 0 }
  if (place.key !== questionKey(query) || 'after' in place !== isList) throw cursorInvalid()
  return 'after' in place ? { offset: 0, after: place.after } : { offset: place.offset }
}

/** What the words and filters have to do with what was found, or that nothing was. */
const explain = async (deps: SearchDeps, asked: Asked, answer: Answer): Promise<string[]> => {
  const { page, absent, next = null } = answer
  const isNothing = page.found === 0 && next === null && asked.offset === 0 && !asked.after
  if (isNothing) return explainNothing(deps, asked, answer)
  return absent === undefined ? [] : [absent]
}

type Rest = { cursor: string | null; notes: string[] }

const listed = ({ next = null }: Answer, query: SearchQuery): Rest => ({
  cursor: next && cursors.encode({ after: next, key: questionKey(query) }),
  notes: [],
})

const ranked = ({ page, isCut }: Answer, query: SearchQuery, offset: number): Rest => {
  if (page.hasMore)
    return {
      cursor: cursors.encode({ offset: offset + query.limit, key: questionKey(query) }),
      notes: [],
    }
  return { cursor: null, notes: isCut ? [ENDS_HERE] : [] }
}

const ENDS_HERE =
  'These are the best of many that have such words; more words or filters bring others among them.'

/** A phrase that nothing contains gives way to its words. */
const searchThenRelax = async (deps: SearchDeps, asked: Asked): Promise<Answer> => {
  const strict = await searchAllArms(deps, asked)
  const { hasPhrase, demanded } = asked.question
  if (strict.page.found > 0 || !hasPhrase) return strict
  const question = { ...asked.question, required: demanded, requiredWords: demanded }
  const relaxed = await searchAllArms(deps, { ...asked, question })
  if (relaxed.page.found === 0) return relaxed
  return { ...relaxed, notes: [...relaxed.notes, RELAXED] }
}

const RELAXED = 'Nothing contains the quoted words as they stand, so they were searched one by one.'

export type Search = ReturnType<typeof makeSearch>
