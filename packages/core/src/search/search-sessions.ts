import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type {
  SearchHit,
  SearchQuery,
  SearchResponse,
  SearchSessionsResponse,
  Session,
} from '@teamlore/shared'
import { titleWithoutMarkdown } from '@teamlore/shared'
import { z } from 'zod'
import { readAsOf } from '../commits/read-as-of.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { cursorInvalid, defineCursor, recentKeySchema } from '../platform/cursor.ts'
import { countTokens, recordTokens } from '../text/count-tokens.ts'
import { explainNothing } from './explain-nothing.ts'
import { withMarks } from './hit-words.ts'
import { listNewestSessions, type SessionGroup } from './list-newest-sessions.ts'
import type { QuestionTerms } from './query/question-terms.ts'
import type { Bounds } from './read-in-bounds.ts'
import { questionKey, readQuestion } from './read-question.ts'
import type { SearchOptions } from './search.ts'
import { MAX_HITS } from './search.types.ts'
import { sayingWhen } from './search-as-of.ts'
import { marksIn } from './snippet/make-snippet.ts'

/** Sessions by their ids, each as its reader opens it. */
type OpenSessions = (
  repositories: TeamRepositories,
  sessions: readonly Session[],
) => Promise<ReadonlyMap<string, { text: string }>>

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'searchInTeam'>
  openSessions: OpenSessions
  search: (scope: TeamScope, query: SearchQuery, options?: SearchOptions) => Promise<SearchResponse>
  now?: Clock
  /** What a list without words looks at. */
  bounds?: Bounds
}

const keySchema = z.string().max(20)
const cursors = defineCursor(
  'search-sessions',
  z.union([
    z.strictObject({ offset: z.number().int().min(1).max(MAX_HITS), key: keySchema }),
    z.strictObject({ after: recentKeySchema, key: keySchema }),
  ]),
)

type Found = Omit<SearchSessionsResponse, 'items' | 'tokens' | 'took_ms'> & {
  groups: SessionGroup[]
}

/**
 * Sessions that bear on a question, by their best hit: each with that hit, how many of the hits are its own, and what
 * opening it costs. Filters alone list the sessions of what fits, the most recently active first.
 *
 * @throws DomainError `cursor.invalid`, and what a search throws.
 */
export const makeSearchSessions =
  ({ unitOfWork, search, openSessions, now = systemClock, ...deps }: Deps) =>
  async (
    scope: TeamScope,
    typed: SearchQuery,
    { signal, room }: SearchOptions<SearchSessionsResponse> = {},
  ): Promise<SearchSessionsResponse> => {
    const begun = now()
    const { as_of } = typed
    const isPast = as_of !== undefined
    const query = isPast ? { ...typed, include_superseded: true } : typed
    const asOf = isPast
      ? await unitOfWork.inTeam(scope, (repos) => readAsOf(repos, as_of, begun))
      : undefined
    const asked = { scope, query, ...readQuestion(query), begun, signal, isPast, asOf }
    const found = asked.isList
      ? await list({ unitOfWork, ...deps }, asked)
      : await rank({ search }, asked)
    const { groups, ...rest } = found
    const items = await describe({ unitOfWork, openSessions }, scope, {
      groups,
      worth: lexemesOf(asked.question),
    })
    const whole = {
      ...rest,
      notes: sayingWhen(rest.notes, asOf),
      items,
      tokens: countTokens(JSON.stringify(items)),
      took_ms: Math.max(0, now().getTime() - begun.getTime()),
    }
    const kept = room?.(whole) ?? items.length
    if (asked.isList || kept === 0 || kept >= items.length) return whole
    return { ...whole, ...upTo(query, items, kept) }
  }

type Asked = Parameters<typeof listNewestSessions>[1]

const list = async (
  deps: Pick<Deps, 'unitOfWork' | 'bounds'>,
  asked: Omit<Asked, 'after'>,
): Promise<Found> => {
  const place = placeOf(asked.query)
  if (place !== undefined && !('after' in place)) throw cursorInvalid()
  const found = await listNewestSessions(deps, { ...asked, after: place?.after })
  const { groups, next, notes } = found
  const isNothing = groups.length === 0 && next === null && place === undefined
  const why = isNothing ? await explainNothing(deps, asked, found) : []
  return {
    groups,
    next_cursor: next && cursors.encode({ after: next, key: questionKey(asked.query) }),
    notes: [...asked.typed.notes, ...notes, ...why],
    arms: [],
  }
}

/** All hits of a ranking, sorted into sessions; where the ranking was cut, its notes say so. */
const rank = async (
  { search }: Pick<Deps, 'search'>,
  { scope, query, signal, asOf }: Omit<Asked, 'after'>,
): Promise<Found> => {
  const place = placeOf(query)
  if (place !== undefined && !('offset' in place)) throw cursorInvalid()
  const { cursor: _, group: _____, as_of: ______, limit, ...question } = query
  const options = { keepsEvidence: true, asOf, ...(signal ? { signal } : {}) }
  const found = await search(scope, { ...question, limit: MAX_HITS }, options)
  const { items, next_cursor: __, tokens: ___, took_ms: ____, ...rest } = found
  const groups = bySession(items)
  const begin = place?.offset ?? 0
  const end = begin + limit
  const key = questionKey(query)
  return {
    ...rest,
    groups: groups.slice(begin, end),
    next_cursor: groups.length > end ? cursors.encode({ offset: end, key }) : null,
  }
}

/** The first of a ranked page, and where it goes on after them. */
const upTo = (query: SearchQuery, items: SearchSessionsResponse['items'], kept: number) => {
  const place = placeOf(query)
  const offset = (place !== undefined && 'offset' in place ? place.offset : 0) + kept
  const first = items.slice(0, kept)
  return {
    items: first,
    tokens: countTokens(JSON.stringify(first)),
    next_cursor: cursors.encode({ offset, key: questionKey(query) }),
  }
}

/** @throws DomainError `cursor.invalid` when the cursor belongs to another question. */
const placeOf = (query: SearchQuery) => {
  const place = cursors.decode(query.cursor)
  if (place !== undefined && place.key !== questionKey(query)) throw cursorInvalid()
  return place
}

/** In the order of their best hits. */
const bySession = (hits: readonly SearchHit[]): SessionGroup[] => {
  const groups = new Map<string, SessionGroup>()
  for (const hit of hits) {
    if (hit.session_id === null) continue
    const known = groups.get(hit.session_id)
    if (known === undefined)
      groups.set(hit.session_id, { sessionId: hit.session_id, best: hit, hits: 1 })
    else known.hits++
  }
  return [...groups.values()]
}

/** For marks it matters only which they are. */
const lexemesOf = ({ terms }: QuestionTerms): Map<string, number> =>
  new Map(terms.flatMap(({ lexemes }) => lexemes.map((lexeme) => [lexeme, 1] as const)))

const describe = (
  { unitOfWork, openSessions }: Pick<Deps, 'unitOfWork' | 'openSessions'>,
  scope: TeamScope,
  { groups, worth }: { groups: readonly SessionGroup[]; worth: ReadonlyMap<string, number> },
): Promise<SearchSessionsResponse['items']> =>
  unitOfWork.inTeam(scope, async (repositories) => {
    const sessions = await repositories.sessionList.byIds(groups.map(({ sessionId }) => sessionId))
    const byId = new Map(sessions.map((session) => [session.id, session]))
    const records = await openSessions(repositories, sessions)
    const items: SearchSessionsResponse['items'] = []
    for (const { sessionId, best, hits } of groups) {
      const session = byId.get(sessionId)
      if (session === undefined) continue
      const tokens = recordTokens(records.get(sessionId)?.text ?? session.title)
      const title = titleWithoutMarkdown(session.title)
      const marks = withMarks(marksIn(title, worth))
      items.push({ session: { ...session, title }, ...marks, hits, best, tokens })
    }
    return items
  })

export type SearchSessions = ReturnType<typeof makeSearchSessions>
