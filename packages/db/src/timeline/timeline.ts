import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { UNTITLED } from '../sessions/rows.ts'
import { sessionsTable } from '../sessions/table.ts'
import { textArray } from '../sql/lists.ts'
import { allOf, fromMicros, iso, micros } from '../sql/page.ts'
import type {
  TimelinePlace,
  TimelineRequest,
  TimelineRow,
  TimelineScope,
} from './timeline.types.ts'

type TimelineRecord = Omit<TimelineRow, 'place'> & { micros: number | null; key: string }

const BEGINNING_CHARS = 400
/** Entries of a whole team that are looked through for the kinds that are wanted. */
const TEAM_WINDOW = 2_000

const person = sql`case when u.id is null then null else json_build_object('id', u.id, 'name', u.name) end as author`
const project = sql`case when p.id is null then null else json_build_object('id', p.id, 'name', p.name) end as project`

const documentColumns = (of: SQL): SQL => sql`
  select d.id as key, d.source_id as id, d.kind, d.type, d.status, d.title,
    left(d.body, ${sql.raw(String(BEGINNING_CHARS))}) as beginning,
    ${iso(sql`d.occurred_at`)} as at, ${micros(sql`d.occurred_at`)} as micros, d.tool,
    d.session_id as "sessionId", d.message_id as "messageId", d.project_id as "projectId",
    d.tokens, ${person}, ${project}
  from ${of} d
  left join teamlore.users u on u.id = d.author_id
  left join teamlore.projects p on p.id = d.project_id`

const sessionColumns = (of: SQL): SQL => sql`
  select s.id as key, s.id, 'session' as kind, null as type, 'current' as status,
    coalesce(s.title, ${UNTITLED}) as title, '' as beginning,
    ${iso(sql`s.started_at`)} as at, ${micros(sql`s.started_at`)} as micros, s.tool,
    s.id as "sessionId", null as "messageId", s.project_id as "projectId",
    null as tokens, ${person}, ${project}
  from ${of} s
  left join teamlore.users u on u.id = s.user_id
  left join teamlore.projects p on p.id = s.project_id`

const toRow = ({ micros: at, key, ...row }: TimelineRecord): TimelineRow => ({
  ...row,
  place: at === null ? null : { at, key },
})

type Order = { beyond: SQL; order: SQL }

const isSession = ({ key }: TimelinePlace): boolean => key.startsWith('ses_')

/** Sorts behind every id. */
const LAST = '~'

/** A session comes before what was said in it at the very moment it began. */
const keyAmong = (rowsAre: 'documents' | 'sessions', from: TimelinePlace): string => {
  if (rowsAre === 'documents') return isSession(from) ? '' : from.key
  return isSession(from) || from.key === '' ? from.key : LAST
}

/** What lies beyond a place, nearest first. */
const orderOf = (
  rowsAre: 'documents' | 'sessions',
  { from, direction }: TimelineRequest,
): Order => {
  const [time, id] =
    rowsAre === 'documents' ? [sql`d.occurred_at`, sql`d.id`] : [sql`s.started_at`, sql`s.id`]
  const place = sql`(${fromMicros(from.at)}, ${keyAmong(rowsAre, from)})`
  return direction === 'earlier'
    ? { beyond: sql`(${time}, ${id}) < ${place}`, order: sql`${time} desc, ${id} desc` }
    : { beyond: sql`(${time}, ${id}) > ${place}`, order: sql`${time}, ${id}` }
}

const ofProject = (column: SQL, id: string | null): SQL =>
  id === null ? sql`${column} is null` : sql`${column} = ${id}`

/** Each kind of each project by itself: as many rows of the index as are wanted, however rare the kind. */
const documentsOfProjects = (
  teamId: string,
  projectIds: readonly (string | null)[],
  request: TimelineRequest,
): SQL => {
  const { beyond, order } = orderOf('documents', request)
  const parts = projectIds.flatMap((id) =>
    request.kinds.map(
      (kind) => sql`(
        select d.* from teamlore.team_documents d
        where d.team_id = ${teamId} and ${ofProject(sql`d.project_id`, id)} and d.kind = ${kind} and d.chunk = 0 and ${beyond}
        order by ${order} limit ${request.limit})`,
    ),
  )
  return sql.join(parts, sql` union all `)
}

const documentsOfSession = (sessionId: string, request: TimelineRequest): SQL => {
  const { beyond, order } = orderOf('documents', request)
  return sql`
    select d.* from teamlore.team_documents d
    where d.session_id = ${sessionId} and d.kind = any(${textArray(request.kinds)}) and d.chunk = 0
      and ${beyond}
    order by ${order} limit ${request.limit}`
}

/** The nearest of everything, of which the kinds that are wanted. */
const documentsOfTeam = (teamId: string, request: TimelineRequest): SQL => {
  const { beyond } = orderOf('documents', request)
  // In the words of the index that all documents stand in.
  const order =
    request.direction === 'earlier'
      ? sql`d.occurred_at desc nulls last, d.id desc`
      : sql`d.occurred_at nulls first, d.id`
  return sql`
    select d.* from (
      select d.* from teamlore.team_documents d
      where d.team_id = ${teamId} and d.chunk = 0 and ${beyond}
      order by ${order} limit ${sql.raw(String(TEAM_WINDOW))}) d
    where d.kind = any(${textArray(request.kinds)})
    order by ${order} limit ${request.limit}`
}

const documentsIn = (teamId: string, scope: TimelineScope, request: TimelineRequest): SQL => {
  switch (scope.within) {
    case 'session':
      return documentsOfSession(scope.sessionId, request)
    case 'project':
      return documentsOfProjects(teamId, scope.projectIds, request)
    case 'team':
      return documentsOfTeam(teamId, request)
  }
}

/** Conversations people had; what a tool spun off or wrote down of itself is no event of its own. */
const OWN_SESSIONS = sql`s.kind in ('main', 'fork')`

const sessionsIn = (teamId: string, scope: TimelineScope, request: TimelineRequest): SQL => {
  const { beyond, order } = orderOf('sessions', request)
  const select = (condition: SQL | undefined): SQL => sql`(
    select s.* from teamlore.sessions s
    where ${allOf([sql`s.team_id = ${teamId}`, condition, OWN_SESSIONS, beyond])}
    order by ${order} limit ${request.limit})`
  switch (scope.within) {
    case 'session':
      return select(sql`s.id = ${scope.sessionId}`)
    case 'project':
      return sql.join(
        scope.projectIds.map((id) => select(ofProject(sql`s.project_id`, id))),
        sql` union all `,
      )
    case 'team':
      return select(undefined)
  }
}

export const createTimelineReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What a thing's own row says of it: a message, a finding, a summary. Undefined when nothing is indexed of it. */
  async document(sourceId: string): Promise<TimelineRow | undefined> {
    const own = sql`(
      select * from teamlore.team_documents where source_id = ${sourceId} order by chunk limit 1)`
    const [record] = await rows<TimelineRecord>(tx, documentColumns(own))
    return record && toRow(record)
  },

  async session(id: string): Promise<TimelineRow | undefined> {
    const own = sql`(select * from teamlore.sessions where team_id = ${teamId} and id = ${id})`
    const [record] = await rows<TimelineRecord>(tx, sessionColumns(own))
    return record && toRow(record)
  },

  /** When something of a session may have happened that has no time of its own: when the session began, else arrived. */
  async timeOfSession(id: string): Promise<number | undefined> {
    const { startedAt, createdAt } = sessionsTable
    const [found] = await tx
      .select({ at: sql<number>`${micros(sql`coalesce(${startedAt}, ${createdAt})`)}` })
      .from(sessionsTable)
      .where(and(eq(sessionsTable.teamId, teamId), sql`${sessionsTable.id} = ${id}`))
    return found?.at
  },

  /** What lies beyond a place, nearest first, at most `limit`. What has no time stands nowhere. */
  async beyond(request: TimelineRequest): Promise<TimelineRow[]> {
    const { scope, limit, direction } = request
    if (limit === 0) return []
    const documents =
      request.kinds.length === 0
        ? []
        : await rows<TimelineRecord>(
            tx,
            documentColumns(sql`(${documentsIn(teamId, scope, request)})`),
          )
    const sessions = request.hasSessions
      ? await rows<TimelineRecord>(tx, sessionColumns(sql`(${sessionsIn(teamId, scope, request)})`))
      : []
    const sign = direction === 'earlier' ? -1 : 1
    return [...documents, ...sessions]
      .map(toRow)
      .sort((a, b) => sign * comparePlaces(a.place, b.place))
      .slice(0, limit)
  },
})

const comparePlaces = (a: TimelinePlace | null, b: TimelinePlace | null): number => {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const rank = Number(isSession(b)) - Number(isSession(a))
  return a.at - b.at || rank || (a.key < b.key ? -1 : Number(a.key > b.key))
}
