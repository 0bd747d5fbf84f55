import { createHash } from 'node:crypto'
import type { SearchQuery, SearchResponse } from '@teamlore/shared'
import { z } from 'zod'
import { countTokens } from '../context/count-tokens.ts'
import { systemClock } from '../platform/clock.ts'
import { cursorInvalid, defineCursor } from '../platform/cursor.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { listNewest } from './list-newest.ts'
import { parseQuery } from './query/parse-query.ts'
import { questionTerms } from './query/question-terms.ts'
import { createQuestionEmbedder } from './question-embedder.ts'
import { type Answer, type Asked, MAX_HITS, type SearchDeps } from './search.types.ts'
import { searchAllArms } from './search-all-arms.ts'

export type SearchOptions = { signal?: AbortSignal }

const cursors = defineCursor(
  'search',
  z.strictObject({ offset: z.number().int().min(1).max(MAX_HITS), key: z.string().max(20) }),
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
    { signal }: SearchOptions = {},
  ): Promise<SearchResponse> => {
    const begun = now()
    const offset = offsetOf(query)
    const typed = parseQuery(query.q)
    const question = questionTerms(typed)
    const embedded = embedQuestion(scope, question.prose, signal)
    const asked: Asked = { scope, query, typed, question, offset, begun, embedded, signal }
    const isBlank = question.terms.length === 0 && question.prose.trim() === ''
    const answer = isBlank ? await listNewest(deps, asked) : await searchThenRelax(deps, asked)
    const next = offset + query.limit
    const hasNext = answer.page.hasMore && next <= MAX_HITS
    return {
      items: answer.page.items,
      next_cursor: hasNext ? cursors.encode({ offset: next, key: questionKey(query) }) : null,
      notes: [...typed.notes, ...answer.notes],
      ...(answer.meant === undefined ? {} : { did_you_mean: answer.meant }),
      arms: answer.arms,
      tokens: countTokens(JSON.stringify(answer.page.items)),
      took_ms: Math.max(0, now().getTime() - begun.getTime()),
    }
  }
}

/** @throws DomainError `cursor.invalid` when the cursor belongs to another question. */
const offsetOf = (query: SearchQuery): number => {
  const place = cursors.decode(query.cursor)
  if (place !== undefined && place.key !== questionKey(query)) throw cursorInvalid()
  return place?.offset ?? 0
}

/** Tells questions apart, whatever page of them is asked for. */
export const questionKey = ({ cursor: _, limit: __, ...question }: SearchQuery): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 12)

/** A phrase that nothing contains gives way to its words. */
const searchThenRelax = async (deps: SearchDeps, asked: Asked): Promise<Answer> => {
  const strict = await searchAllArms(deps, asked)
  if (strict.page.found > 0 || asked.question.required === null) return strict
  const question = { ...asked.question, required: null, requiredWords: null }
  const relaxed = await searchAllArms(deps, { ...asked, question })
  if (relaxed.page.found === 0) return relaxed
  return { ...relaxed, notes: [...relaxed.notes, RELAXED] }
}

const RELAXED = 'Nothing contains the quoted words as they stand, so they were searched one by one.'

export type Search = ReturnType<typeof makeSearch>
