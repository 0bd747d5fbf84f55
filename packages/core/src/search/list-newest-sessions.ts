import type { RecentSession, TimeKey } from '@teamlore/db'
import type { SearchHit } from '@teamlore/shared'
import { asksForTools, inTime, notesOnList, unranked } from './list-newest.ts'
import { prepareSearch } from './prepare-search.ts'
import { presentSources } from './present-hits.ts'
import { type Asked, MAX_HITS, type SearchDeps, TIMEOUT_MS } from './search.types.ts'

export type SessionGroup = { sessionId: string; best: SearchHit; hits: number }

type Request = Omit<Asked, 'embedded' | 'offset' | 'after'> & { after: TimeKey | undefined }

/** Sessions of what fits filters without words, the most recently active first, with the newest of what fits. */
export const listNewestSessions = (
  { unitOfWork, timeoutMs = TIMEOUT_MS }: Pick<SearchDeps, 'unitOfWork' | 'timeoutMs'>,
  { after, ...asked }: Request,
): Promise<{ groups: SessionGroup[]; next: TimeKey | null; notes: string[] }> =>
  inTime(() =>
    unitOfWork.searchInTeam(asked.scope, { timeoutMs }, async (repositories) => {
      const { query, question, begun, signal } = asked
      const { search } = repositories
      signal?.throwIfAborted()
      const { resolved, outlook } = await prepareSearch(repositories, asked)
      const notes = notesOnList(asked, resolved)
      if (resolved.isImpossible) return { groups: [], next: null, notes }
      const filters = { ...resolved.filters, excluded: question.excluded }
      signal?.throwIfAborted()
      const found = await search.listRecentSessions(filters, {
        within: outlook.within,
        hasTools: asksForTools(filters),
        counted: MAX_HITS,
        limit: query.limit + 1,
        after,
      })
      const page = found.slice(0, query.limit)
      const { files } = resolved.filters
      const hits = await presentSources(search, page.map(unranked), { now: begun, files })
      return {
        groups: grouped(page, hits),
        next: found.length > page.length ? (page.at(-1)?.place ?? null) : null,
        notes,
      }
    }),
  )

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
