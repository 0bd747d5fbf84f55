import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { afterKey, allOf, fromMicros, micros } from './page.ts'
import type {
  RecentKey,
  RecentRequest,
  RecentRow,
  RecentSession,
  RecentSessionsRequest,
  SearchFilters,
} from './search.types.ts'
import { conditionsOf, literalNumber } from './search-conditions.ts'
import { RANKED, type RankedRecord, toRanked } from './search-ranked.ts'

type RecentRecord = RankedRecord & { at: number | null }
type SessionRecord = RecentRecord & { session_id: string; activity: number; amount: number }

const FOUND = sql`${RANKED}, ${micros(sql`d.occurred_at`)} as at`

/** A source's documents stand together, the first of them before the others. */
const NEWEST_FIRST = sql.raw('d.occurred_at desc nulls last, d.source_id desc, d.chunk')

const toRecent = (record: RecentRecord): RecentRow => ({
  ...toRanked(record),
  key: { at: record.at, id: record.source_id },
})

/** Lists for questions without words: what fits the filters, newest first. */
export const createSearchRecent = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The newest documents that fit; a source may come with more than one, which then follow each other. */
  async listRecent(filters: SearchFilters, request: RecentRequest): Promise<RecentRow[]> {
    const { limit, after } = request
    const found = await rows<RecentRecord>(tx, recent(filters, request))
    // What has no time comes last, and no comparison with a time leads there.
    if (after === undefined || after.at === null || found.length === limit)
      return found.map(toRecent)
    const rest = { ...request, limit: limit - found.length, after: undefined }
    const undated = await rows<RecentRecord>(
      tx,
      recent(filters, rest, [sql`d.occurred_at is null`]),
    )
    return [...found, ...undated].map(toRecent)
  },

  /** Sessions of which something fits, the most recently active first. */
  async listRecentSessions(
    filters: SearchFilters,
    { limit, after, counted, ...request }: RecentSessionsRequest,
  ): Promise<RecentSession[]> {
    const documents = (columns: SQL): SQL =>
      sql`select ${columns} from teamlore.team_documents d where d.session_id = s.id and ${fitting(filters, request)}`
    const found = await rows<SessionRecord>(
      tx,
      sql`
      with page as materialized (
        select s.id, s.activity_at from teamlore.sessions s
        where s.team_id = ${teamId} and ${afterKey(sql`s.activity_at`, sql`s.id`, after)} and exists (${documents(sql``)})
        order by s.activity_at desc, s.id desc limit ${literalNumber(limit)})
      select ${micros(sql`s.activity_at`)} as activity, n.amount, d.*
      from page s
      cross join lateral (${documents(FOUND)} order by ${NEWEST_FIRST} limit 1) d
      cross join lateral (
        select count(distinct d.source_id) as amount
        from (${documents(sql`d.source_id`)} limit ${literalNumber(counted)}) d) n
      order by s.activity_at desc, s.id desc`,
    )
    return found.map((record) => ({
      row: toRecent(record),
      sessionId: record.session_id,
      place: { at: record.activity, id: record.session_id },
      amount: record.amount,
    }))
  },
})

const recent = (
  filters: SearchFilters,
  { limit, after, ...request }: RecentRequest,
  more: readonly SQL[] = [],
): SQL => sql`
  select ${FOUND} from teamlore.team_documents d
  where ${allOf([fitting(filters, request), ...more, after && comesAfter(after)])}
  order by ${NEWEST_FIRST} limit ${literalNumber(limit)}`

const comesAfter = ({ at, id }: RecentKey): SQL =>
  at === null
    ? sql`d.occurred_at is null and d.source_id < ${id}`
    : sql`(d.occurred_at, d.source_id) < (${fromMicros(at)}, ${id})`

const fitting = (
  filters: SearchFilters,
  { within, hasTools }: Pick<RecentRequest, 'within' | 'hasTools'>,
): SQL =>
  allOf([
    hasTools ? FIRST_OF_ITS_TYPE : sql`d.chunk = 0`,
    ...conditionsOf(filters),
    within === null ? undefined : sql`d.tsv @@ ${within}::tsquery`,
  ])

/** One document of each sort of text that a source has: prose begins with chunk 0, tool calls and outputs further on. */
const FIRST_OF_ITS_TYPE = sql`(d.chunk = 0 or (d.type in ('tool_call', 'tool_result') and not exists (
  select from teamlore.team_documents e
  where e.source_id = d.source_id and e.chunk = d.chunk - 1 and e.type = d.type)))`
