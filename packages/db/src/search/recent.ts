import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { textArray } from '../sql/lists.ts'
import { allOf, fromMicros, micros } from '../sql/page.ts'
import { conditionsOf, literalNumber, momentsOf } from './conditions.ts'
import { RANKED, type RankedRecord, toRanked } from './ranked.ts'
import type {
  RecentKey,
  RecentPart,
  RecentRequest,
  RecentRow,
  SearchFilters,
} from './search.types.ts'

export type RecentRecord = RankedRecord & { at: number | null }
type LookedRecord = RecentRecord & { fits: boolean; place: number }

export const RECENT = sql`${RANKED}, ${micros(sql`d.occurred_at`)} as at`

/** A source's documents stand together, the first of them before the others. */
export const NEWEST_FIRST = sql.raw('d.occurred_at desc nulls last, d.source_id desc, d.chunk')

const OLDEST_FIRST = sql.raw('d.occurred_at nulls first, d.source_id, d.chunk')
export const OLDEST_OF_ALL_FIRST = sql.raw('d.occurred_at nulls last, d.source_id, d.chunk')

export const toRecent = (record: RecentRecord): RecentRow => ({
  ...toRanked(record),
  key: { at: record.at, id: record.source_id },
})

/** Lists of what fits the filters, by date. */
export const createSearchRecent = (tx: DbExecutor, scope: DbScope) => ({
  /** Of each source the first document that matches. */
  async firstWith(match: string, sources: readonly string[]): Promise<Map<string, string>> {
    const found = await rows<{ source: string; id: string }>(
      tx,
      sql`
      select distinct on (d.source_id) d.source_id as source, d.id from teamlore.team_documents d
      where d.source_id = any(${textArray(sources)}) and d.tsv @@ ${match}::tsquery
      order by d.source_id, d.chunk`,
    )
    return new Map(found.map(({ source, id }) => [source, id]))
  },

  /** The newest documents that fit, or the oldest; a source may come with more than one, which then follow each other. */
  async listRecent(
    filters: SearchFilters,
    request: RecentRequest,
  ): Promise<RecentPart<RecentRow, RecentKey>> {
    const { reading } = request
    if ('within' in reading) {
      const found = await rows<RecentRecord>(tx, fewOf(filters, request, reading.within))
      return { rows: found.map(toRecent), reached: null }
    }
    const { limit, after } = request
    const part = await walk(tx, scope, filters, { ...request, reading })
    // What has no time comes last, and no comparison with a time leads there.
    const isEnd = part.reached === null && part.rows.length < limit
    const isWhole = request.isOldestFirst !== true && after === undefined
    if (!isEnd || isWhole || after?.at === null) return part
    const place = request.isOldestFirst ? { at: null, id: '' } : UNDATED
    const rest = { ...request, reading, limit: limit - part.rows.length, after: place }
    const undated = await walk(tx, scope, filters, rest)
    return { rows: [...part.rows, ...undated.rows], reached: undated.reached }
  },
})

/** Before the first of what has no time: greater than any id. */
const UNDATED: RecentKey = { at: null, id: '~' }

const fewOf = (
  filters: SearchFilters,
  { limit, after, hasTools, isOldestFirst = false }: RecentRequest,
  within: string,
) =>
  sql`
  with d as materialized (
    select d.* from teamlore.team_documents d
    where ${allOf([sql`d.tsv @@ ${within}::tsquery`, fitting(filters, { hasTools }), after && comesAfterAll(after, isOldestFirst)])})
  select ${RECENT} from d order by ${isOldestFirst ? OLDEST_OF_ALL_FIRST : NEWEST_FIRST} limit ${literalNumber(limit)}`

type Walk = Omit<RecentRequest, 'reading'> & { reading: { most: number } }

/**
 * The last source of those looked at comes along even where it does not fit, since it says how far looking went. Ranks
 * count sources, so that a source's documents are looked at together.
 */
const walk = async (
  tx: DbExecutor,
  { teamId }: DbScope,
  filters: SearchFilters,
  { limit, reading: { most }, after, hasTools, isOldestFirst = false }: Walk,
): Promise<RecentPart<RecentRow, RecentKey>> => {
  const order = isOldestFirst ? OLDEST_FIRST : NEWEST_FIRST
  const looked = allOf([
    sql`d.team_id = ${teamId}`,
    firstOf({ hasTools }),
    ...momentsOf(filters),
    // An index that is read backwards has what is without a time in front.
    isOldestFirst && after?.at !== null ? sql`d.occurred_at is not null` : undefined,
    after && comesAfter(after, isOldestFirst),
  ])
  const found = await rows<LookedRecord>(
    tx,
    sql`
    select ${RECENT}, d.fits, d.place::int from (
      select d.*, coalesce(${allOf([sql`true`, ...conditionsOf(filters)])}, false) as fits,
        dense_rank() over (order by ${isOldestFirst ? BACKWARDS : FORWARDS}) as place
      from teamlore.team_documents d where ${looked}
      order by ${order} limit ${literalNumber(hasTools ? most * SORTS_OF_TEXT : most)}) d
    where (d.fits and d.place <= ${literalNumber(most)}) or d.place = ${literalNumber(most)}
    order by ${order} limit ${literalNumber(limit)}`,
  )
  const last = found.at(-1)
  return {
    rows: found.filter(({ fits }) => fits).map(toRecent),
    reached: last?.place === most ? toRecent(last).key : null,
  }
}

const FORWARDS = sql.raw('d.occurred_at desc nulls last, d.source_id desc')
const BACKWARDS = sql.raw('d.occurred_at nulls first, d.source_id')

const comesAfter = ({ at, id }: RecentKey, isOldestFirst: boolean): SQL => {
  const beyond = sql.raw(isOldestFirst ? '>' : '<')
  return at === null
    ? sql`d.occurred_at is null and d.source_id ${beyond} ${id}`
    : sql`(d.occurred_at, d.source_id) ${beyond} (${fromMicros(at)}, ${id})`
}

/** The same in one condition, which no index serves. */
const comesAfterAll = (key: RecentKey, isOldestFirst: boolean): SQL => {
  const after = comesAfter(key, isOldestFirst)
  return key.at === null ? after : sql`(d.occurred_at is null or ${after})`
}

/** Documents that a source may have in a list: prose, calls and outputs. */
const SORTS_OF_TEXT = 3

type Sorts = Pick<RecentRequest, 'hasTools'>

const firstOf = ({ hasTools }: Sorts): SQL => (hasTools ? FIRST_OF_ITS_TYPE : FIRST)

export const fitting = (filters: SearchFilters, sorts: Sorts): SQL =>
  allOf([firstOf(sorts), ...conditionsOf(filters)])

/** The first document of a source; what is for some roles alone begins behind what is for others. */
const FIRST = sql`(d.chunk = 0 or (d.roles is not null and not exists (
  select from teamlore.team_documents e where e.source_id = d.source_id and e.chunk = d.chunk - 1)))`

/** One document of each sort of text that a source has: prose begins with chunk 0, tool calls and outputs further on. */
const FIRST_OF_ITS_TYPE = sql`(${FIRST} or (d.type in ('tool_call', 'tool_result') and not exists (
  select from teamlore.team_documents e
  where e.source_id = d.source_id and e.chunk = d.chunk - 1 and e.type = d.type)))`
