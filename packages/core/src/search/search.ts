import { createHash } from 'node:crypto'
import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { SearchQuery, SearchResponse } from '@teamlore/shared'
import { z } from 'zod'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cursorInvalid, defineCursor } from '../platform/cursor.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { isCancelledStatement } from './is-cancelled-statement.ts'
import { type HitPage, presentHits } from './present-hits.ts'
import { parseQuery } from './query/parse-query.ts'
import type { TypedQuery } from './query/query.types.ts'
import { type QuestionTerms, questionTerms } from './query/question-terms.ts'
import { type ResolvedFilters, resolveFilters } from './query/resolve-filters.ts'
import { createQuestionEmbedder, type EmbeddedQuestion } from './question-embedder.ts'
import { type Arms, type RankedSource, rankSources } from './rank-sources.ts'
import type { ArmWeights } from './ranking/arm-weights.ts'
import type { Fusion } from './ranking/fuse.ts'
import { searchUnavailable } from './search.errors.ts'
import { type Outlook, searchByText, searchByVector, weigh } from './search-arms.ts'
import type { TextEmbedder } from './text-embedder.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  /** Undefined: search by words alone. */
  embedder?: TextEmbedder | undefined
  now?: Clock
  /** How arms become one ranking; the default is what the benchmark chose. */
  fusion?: Fusion
  /** Fixed weights of the arms, to measure what each is worth. */
  weights?: ArmWeights
  /** What one statement may take, where the server can stop it. */
  timeoutMs?: number
}

export type SearchOptions = { signal?: AbortSignal }

const TIMEOUT_MS = 3_000
/** Sources that can be paged through. */
const MAX_HITS = 400

const cursors = defineCursor(
  'search',
  z.strictObject({ offset: z.number().int().min(1).max(MAX_HITS), key: z.string().max(20) }),
)

/** What is known of a question before any arm has searched. */
type Prepared = { resolved: ResolvedFilters; outlook: Outlook }

type Asked = {
  scope: TeamScope
  query: SearchQuery
  typed: TypedQuery
  question: QuestionTerms
  offset: number
}

/**
 * Searches everything a person may see by words, by meaning and by exact identifiers, and answers with one ranking.
 * An arm that fails or takes too long is left out, and a note says so.
 *
 * @throws DomainError `cursor.invalid`; `search.unavailable` when no arm could answer.
 */
export const makeSearch = (deps: Deps) => {
  const { now = systemClock } = deps
  const embedQuestion = createQuestionEmbedder(deps)
  return async (
    scope: TeamScope,
    query: SearchQuery,
    { signal }: SearchOptions = {},
  ): Promise<SearchResponse> => {
    const begun = now()
    const typed = parseQuery(query.q)
    const question = questionTerms(typed)
    const asked: Asked = { scope, query, typed, question, offset: offsetOf(query) }
    const notes = [...typed.notes]
    const embedded = embedQuestion(scope, question.prose, signal)
    const { page, arms } =
      question.terms.length === 0 && question.prose.trim() === ''
        ? await listNewest(deps, asked, notes, begun)
        : await searchThenRelax(deps, asked, { notes, embedded, begun, signal })
    const next = asked.offset + query.limit
    const hasNext = page.hasMore && next <= MAX_HITS
    return {
      items: page.items,
      next_cursor: hasNext ? cursors.encode({ offset: next, key: keyOf(query) }) : null,
      notes,
      arms,
      took_ms: Math.max(0, now().getTime() - begun.getTime()),
    }
  }
}

/** @throws DomainError `cursor.invalid` when the cursor belongs to another question. */
const offsetOf = (query: SearchQuery): number => {
  const place = cursors.decode(query.cursor)
  if (place !== undefined && place.key !== keyOf(query)) throw cursorInvalid()
  return place?.offset ?? 0
}

const keyOf = ({ cursor: _, limit: __, ...question }: SearchQuery): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(question).sort(([a], [b]) => (a < b ? -1 : 1))))
    .digest('base64url')
    .slice(0, 12)

type Answer = { page: HitPage; arms: SearchResponse['arms'] }

const prepare = async (
  { search, ids }: Pick<TeamRepositories, 'search' | 'ids'>,
  { scope, query, typed, question }: Asked,
  now: Date,
): Promise<Prepared> => {
  const resolved = await resolveFilters(
    { search, ids },
    { typed: typed.filters, query, now, userId: scope.userId },
  )
  return { resolved, outlook: await weigh(search, question, resolved) }
}

const NOTHING: HitPage = { items: [], hasMore: false, found: 0 }

/** Filters without words: what fits them, newest first. */
const listNewest = (
  { unitOfWork, timeoutMs = TIMEOUT_MS }: Deps,
  asked: Asked,
  notes: string[],
  now: Date,
): Promise<Answer> =>
  unitOfWork.inTeam(asked.scope, async (repositories) => {
    const { search } = repositories
    await search.boundWork({ timeoutMs })
    const { resolved, outlook } = await prepare(repositories, asked, now)
    notes.push(...resolved.notes)
    const hasQuestion =
      asked.typed.filters.length > 0 ||
      asked.question.excluded !== null ||
      resolved.scopes.length > 0
    if (!hasQuestion) notes.push('Nothing was asked for, so these are the newest entries.')
    if (resolved.isImpossible) return { page: NOTHING, arms: [] }
    const rows = await search.listRecent(
      { ...resolved.filters, excluded: asked.question.excluded },
      { limit: asked.offset + asked.query.limit + 1, within: outlook.within },
    )
    const ranked = rows.map(
      (row): RankedSource => ({
        row,
        score: 0,
        fused: 0,
        parts: { text: null, vector: null, exact: null },
        priors: {},
      }),
    )
    const { offset, query } = asked
    return {
      page: await presentHits(search, ranked, { offset, limit: query.limit, worth: new Map() }),
      arms: [],
    }
  })

type Progress = {
  notes: string[]
  embedded: Promise<EmbeddedQuestion>
  begun: Date
  signal: AbortSignal | undefined
}

/** A phrase that nothing contains gives way to its words. */
const searchThenRelax = async (deps: Deps, asked: Asked, progress: Progress): Promise<Answer> => {
  const answer = await searchArms(deps, asked, progress)
  if (answer.page.found > 0 || asked.question.required === null) return answer
  const question = { ...asked.question, required: null, requiredWords: null }
  const notes: string[] = []
  const relaxed = await searchArms(deps, { ...asked, question }, { ...progress, notes })
  if (relaxed.page.found > 0) {
    progress.notes.push(
      'Nothing contains the quoted words as they stand, so they were searched one by one.',
    )
  }
  return relaxed
}

const searchArms = async (deps: Deps, asked: Asked, progress: Progress): Promise<Answer> => {
  const { unitOfWork, fusion, weights, timeoutMs = TIMEOUT_MS } = deps
  const { scope, query, question, offset } = asked
  const { notes, begun, signal } = progress
  const found = await searchWords(deps, asked, begun)
  notes.push(...found.notes)
  const meaning = await progress.embedded
  signal?.throwIfAborted()
  if (meaning.note !== undefined) notes.push(meaning.note)
  const { prepared, text } = found
  if (prepared === undefined) throw searchUnavailable()
  if (prepared.resolved.isImpossible) return { page: NOTHING, arms: [] }
  const arms: SearchResponse['arms'] = text === undefined ? [] : ['text']
  if (question.terms.some(({ kind }) => kind === 'whole') && text !== undefined) arms.push('exact')
  const rankAndRead = (withVectors: boolean) =>
    unitOfWork.inTeam(scope, async ({ search }) => {
      await search.boundWork({ timeoutMs })
      const vector =
        withVectors && meaning.vector !== undefined
          ? await searchByVector(
              search,
              { space: meaning.space, vector: meaning.vector },
              prepared.outlook,
              {
                filters: { ...prepared.resolved.filters, excluded: question.excluded },
                among:
                  question.required === null ? null : (text?.text ?? []).map(({ row }) => row.id),
              },
            )
          : []
      const all: Arms = { text: text?.text ?? [], exact: text?.exact ?? [], vector }
      const { identifierShare } = question
      const ranked = rankSources(all, { identifierShare, now: begun, fusion, weights }).slice(
        0,
        MAX_HITS,
      )
      return presentHits(search, ranked, {
        offset,
        limit: query.limit,
        worth: worthOf(prepared.outlook),
      })
    })
  if (meaning.vector === undefined) {
    if (text === undefined) throw searchUnavailable()
    return { page: await rankAndRead(false), arms }
  }
  try {
    return { page: await rankAndRead(true), arms: [...arms, 'vector'] }
  } catch (error) {
    if (!isCancelledStatement(error) || text === undefined) throw unavailable(error)
    notes.push('The search by meaning took too long and was left out.')
    return { page: await rankAndRead(false), arms }
  }
}

const unavailable = (error: unknown): unknown =>
  isCancelledStatement(error) ? searchUnavailable({ cause: error }) : error

type Words = {
  prepared: Prepared | undefined
  text: Pick<Arms, 'text' | 'exact'> | undefined
  notes: string[]
}

const searchWords = async (
  { unitOfWork, timeoutMs = TIMEOUT_MS }: Deps,
  asked: Asked,
  now: Date,
): Promise<Words> => {
  let prepared: Prepared | undefined
  try {
    const text = await unitOfWork.inTeam(asked.scope, async (repositories) => {
      await repositories.search.boundWork({ timeoutMs })
      prepared = await prepare(repositories, asked, now)
      const { resolved, outlook } = prepared
      if (resolved.isImpossible) return { text: [], exact: [] }
      return searchByText(repositories.search, asked.question, outlook, resolved.filters)
    })
    return { prepared, text, notes: prepared?.resolved.notes ?? [] }
  } catch (error) {
    if (!isCancelledStatement(error)) throw error
    const note = 'The search by words took too long and was left out; ask for rarer words.'
    return { prepared, text: undefined, notes: [...(prepared?.resolved.notes ?? []), note] }
  }
}

const worthOf = ({ terms }: Outlook): Map<string, number> =>
  new Map(terms.flatMap(({ lexemes, idf }) => lexemes.map((lexeme) => [lexeme, idf] as const)))

export type Search = ReturnType<typeof makeSearch>
