import type { RankedRow, SearchFilters, TeamRepositories } from '@teamlore/db'
import type { SearchHit } from '@teamlore/shared'
import { isCancelledStatement } from './is-cancelled-statement.ts'
import { prepareSearch } from './prepare-search.ts'
import { presentSources } from './present-hits.ts'
import type { TypedQuery } from './query/query.types.ts'
import { hasFilters, type ResolvedFilters } from './query/resolve-filters.ts'
import type { RankedSource } from './rank-sources.ts'
import { type Outlook, worthOf } from './ranking/outlook.ts'
import { documentBounds, readInBounds } from './read-in-bounds.ts'
import { type RecentEntry, readRecentPage } from './recent-page.ts'
import { searchUnavailable } from './search.errors.ts'
import { type Answer, type Asked, NOTHING, type SearchDeps, TIMEOUT_MS } from './search.types.ts'

/**
 * What fits the filters and has all the words, newest first by default, page by page to the very end. So filters without
 * words are answered, and whoever asks for an order of time.
 */
export const listByDate = (
  {
    unitOfWork,
    timeoutMs = TIMEOUT_MS,
    bounds,
  }: Pick<SearchDeps, 'unitOfWork' | 'timeoutMs' | 'bounds'>,
  asked: Omit<Asked, 'embedded' | 'offset'>,
): Promise<Answer> =>
  inTime(() =>
    unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async (repositories) => {
      const { query, question, after, signal } = asked
      const { search } = repositories
      signal?.throwIfAborted()
      const { resolved, outlook } = await prepareSearch(repositories, asked)
      const notes = [...notesOnList(asked, resolved)]
      if (resolved.isImpossible) return { page: NOTHING, arms: [], notes, resolved }
      const filters = filtersOf(resolved, question, outlook)
      const isOldestFirst = asked.order === 'oldest'
      const hasTools = asksForTools(filters)
      const { entries, next, isShort } = await readRecentPage(
        search,
        readInBounds(
          (request) => search.listRecent(filters, { ...request, hasTools, isOldestFirst }),
          outlook,
          bounds ?? documentBounds(filters),
        ),
        { limit: query.limit, after, signal },
      )
      if (isShort && next !== null) notes.push(lookedUntil(next.at, isOldestFirst))
      const { files } = resolved.filters
      const shown = await showingWords(search, entries, question)
      const words = { worth: worthOf(outlook), files }
      const items = await presentSources(search, shown.map(unranked), words)
      const page = { items: withRepeats(items, entries), hasMore: false, found: entries.length }
      const arms = question.everything === null ? [] : (['text'] as const)
      return { page, arms: [...arms], notes, resolved, next }
    }),
  )

/** So many of all documents may have the words for each to be looked up in the text index. */
const MAX_LOOKED_UP = 20_000

/** With the words as one more condition. */
export const filtersOf = (
  { filters }: Pick<ResolvedFilters, 'filters'>,
  { everything, excluded }: Pick<Asked['question'], 'everything' | 'excluded'>,
  { terms, documents }: Pick<Outlook, 'terms' | 'documents'>,
): SearchFilters => {
  const rarest = Math.min(documents, ...terms.map((term) => term.documents))
  const words = everything === null ? null : { match: everything, isCommon: rarest > MAX_LOOKED_UP }
  return { ...filters, excluded, words }
}

/** Of a long text the first document that has the words is shown. */
const showingWords = async (
  search: Pick<TeamRepositories['search'], 'firstWith'>,
  entries: readonly RecentEntry[],
  { everything }: Pick<Asked['question'], 'everything'>,
): Promise<RecentEntry[]> => {
  if (everything === null) return [...entries]
  const ids = await search.firstWith(
    everything,
    entries.map(({ row }) => row.sourceId),
  )
  return entries.map((entry) => ({
    ...entry,
    row: { ...entry.row, id: ids.get(entry.row.sourceId) ?? entry.row.id },
  }))
}

/** @throws DomainError `search.unavailable` where the database stopped `work`. */
export const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw isCancelledStatement(error) ? searchUnavailable() : error
  }
}

export const notesOnList = (
  { query, typed, question, order }: Pick<Asked, 'query' | 'typed' | 'question' | 'order'>,
  { notes }: Pick<ResolvedFilters, 'notes'>,
): string[] =>
  hasFilters(query, typed.filters) || question.excluded !== null || question.everything !== null
    ? notes
    : [
        ...notes,
        `Nothing ${hasMore(typed) ? 'else ' : ''}was asked for, so these are ${order === 'oldest' ? 'the oldest entries' : 'the newest entries'}.`,
      ]

/** Something was typed in which no word stands, and a note has said so. */
const hasMore = ({ groups, excluded }: Pick<TypedQuery, 'groups' | 'excluded'>): boolean =>
  groups.length + excluded.length > 0

const MINUTE = 60_000_000

/** Microseconds since 1970; null for what has no time. In whole minutes, none of which is left in part: `before:` goes on. */
export const lookedUntil = (at: number | null, isOldestFirst = false): string => {
  if (isOldestFirst)
    return 'Not everything was looked at yet; what is newer comes with the next pages.'
  return `Everything ${at === null ? 'that has a time' : `down to ${new Date(Math.ceil(at / MINUTE) * (MINUTE / 1_000)).toISOString().slice(0, 16)}Z`} was looked at; what is older comes with the next pages.`
}

/** Nothing was weighed: a list has an order, and no scores. */
export const unranked = ({ row }: { row: RankedRow }): RankedSource => ({
  row,
  score: 0,
  fused: 0,
  parts: { text: null, vector: null, exact: null },
})

const withRepeats = (
  items: readonly SearchHit[],
  entries: readonly { row: RankedRow; repeats: string[] }[],
): SearchHit[] => {
  const repeats = new Map(entries.map((entry) => [entry.row.sourceId, entry.repeats]))
  return items.map((item) => {
    const own = repeats.get(item.id) ?? []
    return own.length === 0 ? item : { ...item, repeats: own }
  })
}

const TOOL_TYPES = ['tool_call', 'tool_result']

/** Who asks for a file, or for calls and outputs themselves, means what tools did too. */
export const asksForTools = ({ types = [], files = [] }: SearchFilters): boolean =>
  files.some(({ isNegated }) => !isNegated) ||
  types.some(
    ({ isNegated, values }) => !isNegated && values.some((value) => TOOL_TYPES.includes(value)),
  )
