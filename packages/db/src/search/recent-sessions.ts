import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { afterKey, allOf, micros, type TimeKey } from '../sql/page.ts'
import { literalNumber } from './conditions.ts'
import {
  fitting,
  NEWEST_FIRST,
  OLDEST_OF_ALL_FIRST,
  RECENT,
  type RecentRecord,
  toRecent,
} from './recent.ts'
import type {
  RecentPart,
  RecentSession,
  RecentSessionsRequest,
  SearchFilters,
} from './search.types.ts'

type SessionRecord = {
  owner: string
  activity: number | null
  place: number | null
  amount: number
  /** Null for the last session looked at, where nothing of it fits. */
  hit: RecentRecord | null
}

/** Lists of sessions for questions without words. */
export const createSearchRecentSessions = (tx: DbExecutor, scope: DbScope) => ({
  /** Sessions of which something fits, the most recently active first, or the other way round. `most` counts sessions here. */
  async listRecentSessions(
    filters: SearchFilters,
    request: RecentSessionsRequest,
  ): Promise<RecentPart<RecentSession, TimeKey>> {
    const { reading } = request
    const statement =
      'within' in reading
        ? ofFew(scope, filters, request, reading.within)
        : ofNewest(scope, filters, request, reading.most)
    const found = await rows<SessionRecord>(tx, statement)
    const last = found.at(-1)
    const isCut = 'most' in reading && last?.place === reading.most
    return {
      rows: found.flatMap(toSession),
      reached: isCut ? { at: last.activity, id: last.owner } : null,
    }
  },
})

const toSession = ({ owner, activity, amount, hit }: SessionRecord): RecentSession[] =>
  hit === null
    ? []
    : [{ row: toRecent(hit), sessionId: owner, place: { at: activity, id: owner }, amount }]

type Request = Omit<RecentSessionsRequest, 'reading'>

const SESSIONS_NEWEST_FIRST = sql`s.activity_at desc, s.id desc`
const SESSIONS_OLDEST_FIRST = sql`s.activity_at, s.id`

const orderOf = ({ isOldestFirst = false }: Request) =>
  isOldestFirst
    ? { sessions: SESSIONS_OLDEST_FIRST, documents: OLDEST_OF_ALL_FIRST }
    : { sessions: SESSIONS_NEWEST_FIRST, documents: NEWEST_FIRST }

type Order = ReturnType<typeof orderOf>

const comesAfter = ({ after, isOldestFirst }: Request): SQL =>
  afterKey(sql`s.activity_at`, sql`s.id`, after, isOldestFirst)

const ofFew = (
  { teamId }: DbScope,
  filters: SearchFilters,
  request: Request,
  within: string,
): SQL => {
  const { limit, counted, hasTools } = request
  const order = orderOf(request)
  return sql`
  with few as materialized (
    select d.* from teamlore.team_documents d
    where ${allOf([sql`d.tsv @@ ${within}::tsquery`, fitting(filters, { hasTools })])}),
  page as materialized (
    select s.id, s.activity_at, null::int as place from teamlore.sessions s
    where s.team_id = ${teamId} and ${comesAfter(request)} and s.id in (select session_id from few)
    order by ${order.sessions} limit ${literalNumber(limit)})
  ${withHits((columns) => sql`select ${columns} from few d where d.session_id = s.id`, order, counted)}`
}

const ofNewest = (
  { teamId }: DbScope,
  filters: SearchFilters,
  request: Request,
  most: number,
): SQL => {
  const { limit, counted, hasTools } = request
  const order = orderOf(request)
  const documents = (columns: SQL): SQL =>
    sql`select ${columns} from teamlore.team_documents d where d.session_id = s.id and ${fitting(filters, { hasTools })}`
  return sql`
  with looked as (
    select s.id, s.activity_at, (row_number() over (order by ${order.sessions}))::int as place
    from teamlore.sessions s
    where s.team_id = ${teamId} and ${comesAfter(request)}
    order by ${order.sessions} limit ${literalNumber(most)}),
  page as materialized (
    select s.* from looked s where exists (${documents(sql``)}) or s.place = ${literalNumber(most)}
    order by ${order.sessions} limit ${literalNumber(limit)})
  ${withHits(documents, order, counted)}`
}

/** The newest document of each session of `page`, or the oldest, and how many sources have one. */
const withHits = (documents: (columns: SQL) => SQL, order: Order, counted: number): SQL => sql`
  select s.id as owner, ${micros(sql`s.activity_at`)} as activity, s.place, n.amount, to_json(d) as hit
  from page s
  left join lateral (${documents(RECENT)} order by ${order.documents} limit 1) d on true
  cross join lateral (
    select count(distinct d.source_id)::int as amount
    from (${documents(sql`d.source_id`)} limit ${literalNumber(counted)}) d) n
  order by ${order.sessions}`
