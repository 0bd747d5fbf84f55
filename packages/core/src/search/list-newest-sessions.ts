import type { RecentSession, TimeKey } from '@teamlore/db'
import type { SearchHit } from '@teamlore/shared'
import {
  asksForTools,
  filtersOf,
  inTime,
  lookedUntil,
  notesOnList,
  unranked,
} from './list-newest.ts'
import { prepareSearch } from './prepare-search.ts'
import { presentSources } from './present-hits.ts'
import type { ResolvedFilters } from './query/resolve-filters.ts'
import { type BoundedRead, readInBounds, SESSION_BOUNDS } from './read-in-bounds.ts'
import { type Asked, MAX_HITS, type SearchDeps, TIMEOUT_MS } from './search.types.ts'

export type SessionGroup = { sessionId: string; best: SearchHit; hits: number }

type Request = Omit<Asked, 'embedded' | 'offset' | 'after'> & { after: TimeKey | undefined }

type FoundSessions = {
  groups: SessionGroup[]
  next: TimeKey | null
  notes: string[]
  resolved: ResolvedFilters
}

/**
 * Sessions of what fits filters without words, the most recently active first, with the newest of what fits. `order:oldest` turns
 * both round.
 */
export const listNewestSessions = (
  {
    unitOfWork,
    timeoutMs = TIMEOUT_MS,
    bounds = SESSION_BOUNDS,
  }: Pick<SearchDeps, 'unitOfWork' | 'timeoutMs' | 'bounds'>,
  { after, ...asked }: Request,
): Promise<FoundSessions> =>
  inTime(() =>
    unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async (repositories) => {
      const { query, question, signal } = asked
      const { search } = repositories
      signal?.throwIfAborted()
      const { resolved, outlook } = await prepareSearch(repositories, asked)
      const notes = [...notesOnList(asked, resolved)]
      const isOldestFirst = asked.order === 'oldest'
      if (resolved.isImpossible) return { groups: [], next: null, notes, resolved }
      const filters = filtersOf(resolved, question, outlook)
      signal?.throwIfAborted()
      const hasTools = asksForTools(filters)
      const { page, next, isShort } = await readPage(
        readInBounds(
          (request) =>
            search.listRecentSessions(filters, {
              ...request,
              hasTools,
              isOldestFirst,
              counted: MAX_HITS,
            }),
          outlook,
          bounds,
        ),
        { limit: query.limit, after, signal },
      )
      if (isShort && next !== null) notes.push(lookedUntil(next.at, isOldestFirst))
      const { files } = resolved.filters
      const hits = await presentSources(search, page.map(unranked), { files })
      return { groups: grouped(page, hits), next, notes, resolved }
    }),
  )

type Page = { page: RecentSession[]; next: TimeKey | null; isShort: boolean }

const readPage = async (
  read: BoundedRead<RecentSession, TimeKey>,
  { limit, after, signal }: Pick<Request, 'after' | 'signal'> & { limit: number },
): Promise<Page> => {
  const found: RecentSession[] = []
  let place: TimeKey | null | undefined = after
  for (;;) {
    signal?.throwIfAborted()
    const part = await read({ limit: limit + 1 - found.length, after: place })
    if (part === undefined) return { page: found, next: place ?? null, isShort: true }
    found.push(...part.rows)
    const page = found.slice(0, limit)
    if (found.length > limit) return { page, next: page.at(-1)?.place ?? null, isShort: false }
    if (part.reached === null) return { page, next: null, isShort: false }
    place = part.reached
  }
}

/** A session whose newest entry went away meanwhile is left out. */
const grouped = (
  sessions: readonly RecentSession[],
  hits: readonly SearchHit[],
): SessionGroup[] => {
  const byId = new Map(hits.map((hit) => [hit.id, hit]))
  return sessions.flatMap(({ sessionId, row, amount }) => {
    const best = byId.get(row.sourceId)
    return best === undefined ? [] : [{ sessionId, best, hits: amount }]
  })
}
