import type { Session, SessionDetail, SessionKind, SessionStarter } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { WRITES } from '../edits/written.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { type ProjectFilter, projectsNamed, usersNamed } from '../projects/filter.ts'
import { decoded, flag, number, orNull, text } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'
import {
  afterKey,
  allOf,
  type CountedPageOf,
  countRows,
  cutPage,
  iso,
  NO_TIME,
  type PageRequest,
  type TimeKey,
} from '../sql/page.ts'
import { type SessionListRow, sessionRowsOf, toSession, UNTITLED } from './rows.ts'
import { type SessionSource, sessionsTable } from './table.ts'

const REMOVAL = {
  messages: number,
  bytes: number,
  kept_messages: number,
  removed_at: text,
  days: orNull(number),
  max_bytes: orNull(number),
  keeps_prompts: flag,
}

const removalOf = (id: string): SQL =>
  sql`select messages, bytes::float8 as bytes, kept_messages, ${iso(sql`removed_at`)} as removed_at, days,
      max_bytes::float8 as max_bytes, keeps_prompts
    from teamlore.session_removals where session_id = ${id} and messages > 0`

export type SessionFilter = {
  project?: ProjectFilter | undefined
  tool?: string | undefined
  author?: string | undefined
  branch?: string | undefined
  kind?: SessionKind | undefined
  startedBy?: SessionStarter | undefined
  title?: string | undefined
  tag?: string | undefined
  /** ISO times; `before` excludes its moment, `after` includes it. What has no time is neither. */
  before?: string | undefined
  after?: string | undefined
}

const when = <T>(value: T | undefined, condition: (value: T) => SQL): SQL | undefined =>
  value === undefined ? undefined : condition(value)

const conditionsOf = (teamId: string, filter: SessionFilter): (SQL | undefined)[] => [
  sql`s.team_id = ${teamId}`,
  when(filter.project, (project) => sql`s.project_id in ${projectsNamed(teamId, project)}`),
  when(filter.tool, (tool) => sql`s.tool = ${tool}`),
  when(filter.author, (author) => sql`s.user_id in ${usersNamed(author)}`),
  when(filter.branch, (branch) => sql`s.git_branch = ${branch}`),
  when(filter.kind, (kind) => sql`s.kind = ${kind}`),
  // Written out, so that the index of people's sessions serves it under every plan.
  when(filter.startedBy, (by) =>
    by === 'person' ? sql`s.started_by = 'person'` : sql`s.started_by = 'program'`,
  ),
  when(
    filter.title,
    (title) => sql`position(lower(${title}) in lower(coalesce(s.title, ${UNTITLED}))) > 0`,
  ),
  when(
    filter.tag,
    (tag) => sql`s.id in (select n.session_id from teamlore.session_notes n
      where n.team_id = ${teamId} and n.kind = 'tag' and n.removed_at is null and n.text = ${tag})`,
  ),
  when(
    filter.before,
    (before) => sql`s.activity_at < ${before}::timestamptz and s.activity_at > ${NO_TIME}`,
  ),
  when(filter.after, (after) => sql`s.activity_at >= ${after}::timestamptz`),
]

type ChildRow = SessionDetail['children'][number]
type FileRow = SessionDetail['files'][number]

const filesOf = (sessionId: string | SQL): SQL => sql`
  select path, count(*) filter (where ${WRITES}) as edits,
    count(*) filter (where operation = 'delete') as deletions,
    count(*) filter (where operation = 'rename') as renames, sum(added_lines)::bigint as added_lines,
    sum(removed_lines)::bigint as removed_lines
  from teamlore.edits where session_id = ${sessionId} group by path order by path collate "C"`

const childrenOf = (sessionId: string): SQL => sql`
  select c.id, coalesce(c.title, ${UNTITLED}) as title, c.kind
  from teamlore.sessions s
  join teamlore.sessions c on c.machine_id = s.machine_id and c.tool = s.tool
    and c.parent_native_id = s.native_id
  where s.id = ${sessionId} order by c.started_at nulls last, c.id`

const wholeSource = (source: Partial<SessionSource>): SessionDetail['source'] => ({
  server_redactions: source.server_redactions ?? 0,
  path: source.path ?? '',
  lines: source.lines ?? 0,
  bad_lines: source.bad_lines ?? 0,
  unknown_records: source.unknown_records ?? 0,
  redactions: source.redactions ?? 0,
})

export const createSessionReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Sessions by their last activity, newest first; those without a time come last. */
  async list(
    filter: SessionFilter,
    request: PageRequest<TimeKey>,
  ): Promise<CountedPageOf<Session, TimeKey>> {
    const { limit, after } = request
    const conditions = conditionsOf(teamId, filter)
    const isBeyond = afterKey(sql`s.activity_at`, sql`s.id`, after)
    const page = sql`
      select * from teamlore.sessions s where ${allOf([...conditions, isBeyond])}
      order by s.activity_at desc, s.id desc limit ${limit + 1}`
    const found = await rows<SessionListRow>(tx, sessionRowsOf(page))
    return {
      ...cutPage(found, limit, toSession, (row) => ({ at: row.activity, id: row.id })),
      total: await countRows(tx, sql`from teamlore.sessions s where ${allOf(conditions)}`, request),
    }
  },

  /** These, as far as the asker may see them, most recently active first. */
  async byIds(ids: readonly string[]): Promise<Session[]> {
    if (ids.length === 0) return []
    const page = sql`
      select * from teamlore.sessions s
      where s.team_id = ${teamId} and s.id = any(${textArray(ids)})`
    return (await rows<SessionListRow>(tx, sessionRowsOf(page))).map(toSession)
  },

  /** Files that each of these wrote to, so many of each by their paths. */
  async filesOfEach(
    ids: readonly string[],
    limit: number,
  ): Promise<(FileRow & { session_id: string })[]> {
    if (ids.length === 0) return []
    return rows<FileRow & { session_id: string }>(
      tx,
      sql`
      select w.id as session_id, f.*
      from unnest(${textArray(ids)}) with ordinality w(id, place)
      join teamlore.sessions s on s.id = w.id and s.team_id = ${teamId}
      cross join lateral (${filesOf(sql`s.id`)} limit ${limit}) f
      order by w.place, f.path collate "C"`,
    )
  },

  async find(id: string): Promise<Omit<SessionDetail, 'notes'> | undefined> {
    const own = sql`select * from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${id}`
    const [row] = await rows<SessionListRow>(tx, sessionRowsOf(own))
    if (row === undefined) return undefined
    const [detail] = await tx
      .select({ pull_requests: sessionsTable.pullRequests, source: sessionsTable.source })
      .from(sessionsTable)
      .where(sql`${sessionsTable.id} = ${id}`)
    const children = await rows<ChildRow>(tx, childrenOf(id))
    const files = await rows<FileRow>(tx, filesOf(id))
    const [removal] = await decoded(tx, REMOVAL, removalOf(id))
    return {
      ...toSession(row),
      parent:
        row.parent_id === null ? null : { id: row.parent_id, title: row.parent_title ?? UNTITLED },
      children: children.map((child) => ({ id: child.id, title: child.title, kind: child.kind })),
      pull_requests: detail?.pull_requests ?? [],
      files: files.map((file) => ({ ...file })),
      source: wholeSource(detail?.source ?? {}),
      removal: removal ?? null,
    }
  },
})
