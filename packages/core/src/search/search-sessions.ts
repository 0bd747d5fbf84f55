import type { UnitOfWork } from '@teamlore/db'
import type {
  SearchHit,
  SearchQuery,
  SearchResponse,
  SearchSessionsResponse,
} from '@teamlore/shared'
import { z } from 'zod'
import { countTokens, recordTokens } from '../context/count-tokens.ts'
import { cursorInvalid, defineCursor } from '../platform/cursor.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { readRecord } from './get-records.ts'
import { questionKey } from './read-question.ts'
import type { SearchOptions } from './search.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  search: (scope: TeamScope, query: SearchQuery, options?: SearchOptions) => Promise<SearchResponse>
}

/** Hits that are sorted into sessions. */
const HITS = 200

const cursors = defineCursor(
  'search-sessions',
  z.strictObject({ offset: z.number().int().min(1).max(HITS), key: z.string().max(20) }),
)

/**
 * Sessions that bear on a question, by their best hit: each with that hit, how many of the best 200 hits are its own, and
 * what opening it costs. Filters alone list the sessions of what fits, newest first.
 *
 * @throws DomainError `cursor.invalid`, and what a search throws.
 */
export const makeSearchSessions =
  ({ unitOfWork, search }: Deps) =>
  async (
    scope: TeamScope,
    query: SearchQuery,
    options: SearchOptions = {},
  ): Promise<SearchSessionsResponse> => {
    const { cursor, limit, ...question } = query
    const key = questionKey(query)
    const place = cursors.decode(cursor)
    if (place !== undefined && place.key !== key) throw cursorInvalid()
    const found = await search(scope, { ...question, limit: HITS }, options)
    const groups = bySession(found.items)
    const begin = place?.offset ?? 0
    const end = begin + limit
    const items = await describe({ unitOfWork }, scope, groups.slice(begin, end))
    const { next_cursor: _, items: __, ...rest } = found
    return {
      ...rest,
      items,
      next_cursor: groups.length > end ? cursors.encode({ offset: end, key }) : null,
      tokens: countTokens(JSON.stringify(items)),
    }
  }

type Group = { sessionId: string; best: SearchHit; hits: number }

/** In the order of their best hits. */
const bySession = (hits: readonly SearchHit[]): Group[] => {
  const groups = new Map<string, Group>()
  for (const hit of hits) {
    if (hit.session_id === null) continue
    const known = groups.get(hit.session_id)
    if (known === undefined)
      groups.set(hit.session_id, { sessionId: hit.session_id, best: hit, hits: 1 })
    else known.hits++
  }
  return [...groups.values()]
}

const describe = (
  { unitOfWork }: Pick<Deps, 'unitOfWork'>,
  scope: TeamScope,
  groups: readonly Group[],
): Promise<SearchSessionsResponse['items']> =>
  unitOfWork.inTeam(scope, async (repositories) => {
    const sessions = await repositories.sessionList.byIds(groups.map(({ sessionId }) => sessionId))
    const byId = new Map(sessions.map((session) => [session.id, session]))
    const items: SearchSessionsResponse['items'] = []
    for (const { sessionId, best, hits } of groups) {
      const session = byId.get(sessionId)
      if (session === undefined) continue
      const record = await readRecord(repositories, sessionId)
      items.push({ session, hits, best, tokens: recordTokens(record?.text ?? session.title) })
    }
    return items
  })

export type SearchSessions = ReturnType<typeof makeSearchSessions>
