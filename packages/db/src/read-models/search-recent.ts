import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { allOf, fromMicros, micros } from './page.ts'
import type {
  RecentKey,
  RecentPart,
  RecentRequest,
  RecentRow,
  SearchFilters,
} from './search.types.ts'
import { conditionsOf, literalNumber, momentsOf } from './search-conditions.ts'
import { RANKED, type RankedRecord, toRanked } from './search-ranked.ts'

export type RecentRecord = RankedRecord & { at: number | null }
type LookedRecord = RecentRecord & { fits: boolean; place: number }

export const RECENT = sql`${RANKED}, ${micros(sql`d.occurred_at`)} as at`

/** A source's documents stand together, the first of them before the others. */
export const NEWEST_FIRST = sql.raw('d.occurred_at desc nulls last, d.source_id desc, d.chunk')

export const toRecent = (record: RecentRecord): RecentRow => ({
  ...toRanked(record),
  key: { at: record.at, id: record.source_id },
})

/** Lists for questions without words: what fits the filters, newest first. */
export const createSearchRecent = (tx: DbExecutor, scope: DbScope) => ({
  /** The newest documents that fit; a source may come with more than one, which then follow each other. */
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
    if (!isEnd || after === undefined || after.at === null) return part
    const rest = { ...request, reading, limit: limit - part.rows.length, after: UNDATED }
    const undated = await walk(tx, scope, filters, rest)
    return { rows: [...part.rows, ...undated.rows], reached: undated.reached }
  },
})

/** Before the first of what has no time: greater than any id. */
const UNDATED: RecentKey = { at: null, id: '~' }

const fewOf = (filters: SearchFilters, { limit, after, hasTools }: RecentRequest, within: string) =>
  sql`
  with d as materialized (
    select d.* from teamlore.team_documents d
    where ${allOf([sql`d.tsv @@ ${within}::tsquery`, fitting(filters, { hasTools }), after && comesAfterAll(after)])})
  select ${RECENT} from d order by ${NEWEST_FIRST} limit ${literalNumber(limit)}`

type Walk = Omit<RecentRequest, 'reading'> & { reading: { most: number } }

/**
 * The last source of those looked at comes along even where it does not fit, since it says how far looking went. Ranks
 * count sources, so that a source's documents are looked at together.
 */
const walk = async (
  tx: DbExecutor,
  { teamId }: DbScope,
  filters: SearchFilters,
  { limit, reading: { most }, after, hasTools }: Walk,
): Promise<RecentPart<RecentRow, RecentKey>> => {
  const looked = allOf([
    sql`d.team_id = ${teamId}`,
    firstOf({ hasTools }),
    ...momentsOf(filters),
    after && comesAfter(after),
  ])
  const found = await rows<LookedRecord>(
    tx,
    sql`
    select ${RECENT}, d.fits, d.place::int from (
      select d.*, coalesce(${allOf([sql`true`, ...conditionsOf(filters)])}, false) as fits,
        dense_rank() over (order by d.occurred_at desc nulls last, d.source_id desc) as place
      from teamlore.team_documents d where ${looked}
      order by ${NEWEST_FIRST} limit ${literalNumber(hasTools ? most * SORTS_OF_TEXT : most)}) d
    where (d.fits and d.place <= ${literalNumber(most)}) or d.place = ${literalNumber(most)}
    order by ${NEWEST_FIRST} limit ${literalNumber(limit)}`,
  )
  const last = found.at(-1)
  return {
    rows: found.filter(({ fits }) => fits).map(toRecent),
    reached: last?.place === most ? toRecent(last).key : null,
  }
}

const comesAfter = ({ at, id }: RecentKey): SQL =>
  at === null
    ? sql`d.occurred_at is null and d.source_id < ${id}`
    : sql`(d.occurred_at, d.source_id) < (${fromMicros(at)}, ${id})`

/** The same in one condition, which no index serves. */
const comesAfterAll = (key: RecentKey): SQL =>
  key.at === null ? comesAfter(key) : sql`(d.occurred_at is null or ${comesAfter(key)})`

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
