import type { TeamRepositories, TimelineRow, TimelineScope, UnitOfWork } from '@teamlore/db'
import {
  type DocumentKind,
  documentKindSchema,
  PRESENT_KINDS,
  type SearchQuery,
  type SearchResponse,
  type TimelineKind,
  type TimelineQuery,
  type TimelineResponse,
} from '@teamlore/shared'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectFilter } from '../projects/project-identity.ts'
import { readRecord } from '../records/open-record.ts'
import { TIMEOUT_MS } from '../search/search.types.ts'
import { recordTokens } from '../text/count-tokens.ts'
import { type Anchor, anchorAt, anchorOf } from './find-anchor.ts'
import { fitTimeline } from './fit-timeline.ts'
import { noAnchor, unknownKind } from './timeline.errors.ts'
import { timelineItem } from './timeline-item.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'searchInTeam'>
  search: (
    scope: TeamScope,
    query: SearchQuery,
    options?: { signal?: AbortSignal },
  ) => Promise<SearchResponse>
  now?: Clock
  /** What one statement may take, where the server can stop it. */
  timeoutMs?: number
}

/** A name may be borne by several projects; more than these are not looked at. */
const MAX_PROJECTS = 5

/**
 * What happened around something: entries of all kinds before and after an id, a moment, or the best hit of a question,
 * oldest first, each with the cost of opening it. A budget keeps what is nearest and says what it left out.
 *
 * @throws DomainError `timeline.no_anchor`, `timeline.no_moment`, `timeline.unknown_kind`, `record.not_found`,
 *   `id.too_short`, `id.ambiguous`, and what a search throws.
 */
export const makeGetTimeline =
  ({ unitOfWork, search, now = systemClock, timeoutMs = TIMEOUT_MS }: Deps) =>
  async (
    scope: TeamScope,
    query: TimelineQuery,
    options: { signal?: AbortSignal } = {},
  ): Promise<TimelineResponse> => {
    const kinds = kindsOf(query.kinds)
    const [around, at, q] = [query.around, query.at, query.q].map(unlessBlank)
    if ([around, at, q].filter((one) => one !== undefined).length !== 1) throw noAnchor()
    const best =
      q === undefined ? undefined : await bestHit({ search }, scope, { ...query, q }, options)
    if (best !== undefined && best.id === undefined) return nothingFound(best)
    const id = around ?? best?.id
    return unitOfWork.searchInTeam(scope, { timeoutMs }, async (repositories) => {
      options.signal?.throwIfAborted()
      const anchor = id === undefined ? anchorAt(at ?? '', now()) : await anchorOf(repositories, id)
      return withNotes(await lookAround(repositories, query, kinds, anchor), best?.notes ?? [])
    })
  }

const unlessBlank = (text: string | undefined): string | undefined =>
  text?.trim() === '' ? undefined : text

type Hit = { id: string | undefined; notes: string[]; isEnd: boolean }

const bestHit = async (
  { search }: Pick<Deps, 'search'>,
  scope: TeamScope,
  { q = '', project }: TimelineQuery,
  options: { signal?: AbortSignal },
): Promise<Hit> => {
  const asked: SearchQuery = { q, scope: 'all', include_superseded: false, limit: 1 }
  const found = await search(
    scope,
    project === undefined ? asked : { ...asked, project: project.slice(0, 300) },
    options,
  )
  const [best] = found.items
  const isLoose = best?.match === 'loose'
  return {
    id: isLoose ? undefined : best?.id,
    notes: found.notes,
    isEnd: isLoose || found.next_cursor === null,
  }
}

/** A list of what fits filters may be looked through in part only: then there may be something further down. */
const nothingFound = ({ notes, isEnd }: Hit): TimelineResponse => ({
  anchor: { id: null, at: null },
  within: 'project',
  items: [],
  has_earlier: false,
  has_later: false,
  tokens: 0,
  left_out: { count: 0, tokens: 0 },
  notes: [
    ...notes,
    isEnd
      ? 'Nothing was found to look around. Try fewer or other words.'
      : 'Nothing was found to look around so far. Narrow the question to look further down: add before: and that time, or project:.',
  ],
})

const withNotes = (response: TimelineResponse, notes: readonly string[]): TimelineResponse => ({
  ...response,
  notes: [...notes, ...response.notes],
})

type Kinds = { documents: DocumentKind[]; hasSessions: boolean }

/** @throws DomainError `timeline.unknown_kind` */
const kindsOf = (typed: string | undefined): Kinds => {
  const names = (typed ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase().replace(/s$/, ''))
    .filter((name) => name !== '')
  const known: readonly string[] = documentKindSchema.options
  if (names.some((name) => name !== 'session' && !known.includes(name)))
    throw unknownKind({ details: { kinds: [...PRESENT_KINDS, 'session'] } })
  const isWanted = (kind: TimelineKind) => names.length === 0 || names.includes(kind)
  return {
    documents: documentKindSchema.options.filter(isWanted),
    hasSessions: isWanted('session'),
  }
}

type Where = { scope: TimelineScope; notes: string[]; isNowhere: boolean }

/** In which project, session or team to look: as asked, else in the project of what stands in the middle. */
const whereOf = async (
  { search }: Pick<TeamRepositories, 'search'>,
  { within, project }: TimelineQuery,
  { row }: Anchor,
): Promise<Where> => {
  const filter = projectFilter(project)
  if (filter !== undefined && within !== 'team') {
    const ids = await search.projectIds(filter)
    const notes = ids.length === 0 ? [`There is no project "${filter.value.slice(0, 100)}".`] : []
    const scope = { within: 'project', projectIds: ids.slice(0, MAX_PROJECTS) } as const
    return { scope, notes, isNowhere: ids.length === 0 }
  }
  if (within === 'session' && row !== undefined && row.sessionId !== null)
    return { scope: { within, sessionId: row.sessionId }, notes: [], isNowhere: false }
  if (within === 'team' || row === undefined)
    return { scope: { within: 'team' }, notes: [], isNowhere: false }
  const scope = { within: 'project', projectIds: [row.projectId] } as const
  return { scope, notes: [], isNowhere: false }
}

const lookAround = async (
  repositories: TeamRepositories,
  query: TimelineQuery,
  kinds: Kinds,
  anchor: Anchor,
): Promise<TimelineResponse> => {
  const { scope, notes, isNowhere } = await whereOf(repositories, query, anchor)
  const request = {
    scope,
    kinds: kinds.documents,
    hasSessions: kinds.hasSessions,
    from: anchor.place,
  }
  // One more than is wanted says whether there is more.
  const read = (direction: 'earlier' | 'later', limit: number): Promise<TimelineRow[]> =>
    isNowhere || limit === 0
      ? Promise.resolve([])
      : repositories.timeline.beyond({ ...request, direction, limit: limit + 1 })
  const isOther = (row: TimelineRow) => row.id !== anchor.row?.id
  const earlier = (await read('earlier', query.before)).filter(isOther)
  const later = (await read('later', query.after)).filter(isOther)
  const before = earlier.slice(0, query.before).reverse()
  const rows = [...before, ...(anchor.row ? [anchor.row] : []), ...later.slice(0, query.after)]
  const items = []
  for (const row of rows) items.push(timelineItem(row, await costOf(repositories, row)))
  const fitted = fitTimeline(items, before.length, query.budget_tokens ?? Number.POSITIVE_INFINITY)
  return {
    anchor: { id: anchor.row?.id ?? null, at: new Date(anchor.place.at / 1_000).toISOString() },
    within: scope.within,
    items: fitted.items,
    has_earlier: earlier.length > query.before || fitted.isCut.earlier,
    has_later: later.length > query.after || fitted.isCut.later,
    tokens: fitted.tokens,
    left_out: fitted.leftOut,
    notes: [...anchor.notes, ...notes],
  }
}

/** Documents carry what opening them costs; a session is read as whoever opens it would. */
const costOf = async (repositories: TeamRepositories, row: TimelineRow): Promise<number> => {
  if (row.tokens !== null) return row.tokens
  const record = await readRecord(repositories, row.id)
  return record === undefined ? 0 : recordTokens(record.text)
}

export type GetTimeline = ReturnType<typeof makeGetTimeline>
