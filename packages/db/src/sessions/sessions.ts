import type { MachineId, SessionId, Usage, UserId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { WRITES } from '../edits/written.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { json } from '../sql/json.ts'
import { NO_TIME } from '../sql/page.ts'
import {
  type CountedSession,
  SESSION_COLUMNS,
  type SessionCopy,
  type SessionFields,
  type SessionRow,
  type StoredSession,
  type ToolsOwnName,
  toSessionRecord,
  toStoredSession,
} from './record.ts'

const textArray = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${json(values)}))`

/** History is not active now because it arrives now: it is as old as what is known of it. Without a time it comes last. */
const lastActive = ({ startedAt, endedAt }: Pick<SessionFields, 'startedAt' | 'endedAt'>): SQL =>
  sql`coalesce(${endedAt}::timestamptz, ${startedAt}::timestamptz, ${NO_TIME})`

const textsOf = (values: readonly string[]): SQL => sql`jsonb_array_elements_text(${json(values)})`

const namedBy = (sessions: readonly ToolsOwnName[]): SQL => {
  const names = sessions.map(({ tool, nativeId }) => ({ tool, native_id: nativeId }))
  return sql`jsonb_to_recordset(${json(names)}) as r(tool text, native_id text)`
}

const CHILD_TABLES = [
  'messages',
  'edits',
  'observations',
  'summaries',
  'documents',
  'model_answers',
] as const

const total = (field: keyof Usage): SQL =>
  sql`least(coalesce(sum((usage->>${field})::numeric), 0), 9007199254740991)::bigint`

const USAGE = [
  'input_tokens',
  'output_tokens',
  'cache_creation_tokens',
  'cache_read_tokens',
] as const

const usageOf = (sum: (field: keyof Usage) => SQL): SQL =>
  sql`jsonb_build_object(${sql.join(
    USAGE.map((field) => sql`${field}::text, ${sum(field)}`),
    sql`, `,
  )}) as usage`

const datedFrom = (id: SessionId, { startedAt }: SessionFields): SQL => sql`
  with dated as (
    update teamlore.messages set session_began_at = ${startedAt}::timestamptz
    where session_id = ${id} and kind = 'human' and ts is null
      and session_began_at is distinct from ${startedAt}::timestamptz)`

const countedAnew = (id: SessionId): SQL => sql`
  select count(*) as messages, count(*) filter (where kind = 'human') as prompts, ${usageOf(total)},
    (select count(*) from teamlore.edits where session_id = ${id} and ${WRITES}) as edits
  from teamlore.messages where session_id = ${id}`

const countedOn = (
  id: SessionId,
  { messages, prompts, edits, usage }: CountedSession['counts'],
): SQL =>
  sql`
  select s.message_count + ${messages}::int as messages, s.prompt_count + ${prompts}::int as prompts,
    s.edit_count + ${edits}::int as edits,
    ${usageOf(
      (field) =>
        sql`least(coalesce((s.usage->>${field}::text)::numeric, 0) + ${usage[field]}::bigint, 9007199254740991)::bigint`,
    )}
  from teamlore.sessions s where s.id = ${id}`

const hide = async (
  tx: DbExecutor,
  teamId: DbScope['teamId'],
  id: SessionId,
  userId: UserId,
): Promise<void> => {
  for (const table of CHILD_TABLES) {
    await tx.execute(sql`
      update teamlore.${sql.identifier(table)} set private_to = ${userId}
      where team_id = ${teamId} and session_id = ${id}`)
  }
  await tx.execute(sql`
    update teamlore.sessions set private_to = ${userId}
    where team_id = ${teamId} and id = ${id}`)
}

export const createSessionRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createSessionReader(tx, scope),
  ...createSessionWriter(tx, scope),
})

const createSessionReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those of these sessions that stand on one of these machines. */
  async findAll(
    machineIds: readonly MachineId[],
    sessions: readonly ToolsOwnName[],
  ): Promise<StoredSession[]> {
    const found = await rows<SessionRow>(
      tx,
      sql`
      select ${SESSION_COLUMNS} from ${namedBy(sessions)} cross join ${textsOf(machineIds)} as m(id)
      join teamlore.sessions s on s.team_id = ${teamId} and s.machine_id = m.id
        and s.tool = r.tool and s.native_id = r.native_id`,
    )
    return found.map((row) => toStoredSession(row, teamId))
  },

  async findById(id: SessionId): Promise<StoredSession | undefined> {
    const [row] = await rows<SessionRow>(
      tx,
      sql`select ${SESSION_COLUMNS} from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${id}`,
    )
    return row && toStoredSession(row, teamId)
  },

  /** Those of these sessions that stand on any machine of the user, of each the one that came first. */
  async findAllOfUser(userId: UserId, sessions: readonly ToolsOwnName[]): Promise<StoredSession[]> {
    const found = await rows<SessionRow>(
      tx,
      sql`
      select distinct on (s.tool, s.native_id) ${SESSION_COLUMNS} from ${namedBy(sessions)}
      join teamlore.sessions s on s.team_id = ${teamId}
        and s.machine_id = any (array(select m.id from teamlore.machines m
          where m.team_id = ${teamId} and m.user_id = ${userId}))
        and s.tool = r.tool and s.native_id = r.native_id
      order by s.tool, s.native_id, s.created_at, s.id`,
    )
    return found.map((row) => toStoredSession(row, teamId))
  },

  /**
   * Every copy of these sessions that the user has, on whichever machine. Until the transaction ends nobody hides or shares one of
   * them, so that what is written after them is as open as they are.
   */
  async copiesOf(userId: UserId, sessions: readonly ToolsOwnName[]): Promise<SessionCopy[]> {
    const found = await rows<{ tool: string; native_id: string; is_private: boolean }>(
      tx,
      sql`
      select s.tool, s.native_id, s.private_to is not null as is_private from ${namedBy(sessions)}
      join teamlore.sessions s on s.team_id = ${teamId} and s.native_id = r.native_id
        and s.tool = r.tool and s.user_id = ${userId}
      order by s.id for key share of s`,
    )
    return found.map(({ tool, native_id, is_private }) => ({
      tool,
      nativeId: native_id,
      isPrivate: is_private,
    }))
  },

  /** What these sessions of the user started, and that in turn, as far as the team reads it, on whichever machine. */
  async openBelow(userId: UserId, sessions: readonly ToolsOwnName[]): Promise<SessionId[]> {
    const below = (parent: string): SQL => sql`
      join teamlore.sessions s on s.team_id = ${teamId}
        and s.machine_id = any (array(select m.id from teamlore.machines m
          where m.team_id = ${teamId} and m.user_id = ${userId}))
        and s.tool = ${sql.raw(parent)}.tool and s.parent_native_id = ${sql.raw(parent)}.native_id
        and s.user_id = ${userId} and s.private_to is null`
    const found = await rows<{ id: SessionId }>(
      tx,
      sql`
      with recursive below as (
        select s.id, s.tool, s.native_id from ${namedBy(sessions)} ${below('r')}
        union
        select s.id, s.tool, s.native_id from below b ${below('b')}
      ) select id from below order by id`,
    )
    return found.map(({ id }) => id)
  },
})

const createSessionWriter = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Gives the session to another machine of its user, which has none of this identity. */
  async moveTo(
    id: SessionId,
    machineId: MachineId,
    { forgetsProject }: { forgetsProject: boolean },
  ): Promise<void> {
    await tx.execute(sql`
      update teamlore.sessions set machine_id = ${machineId},
        project_id = case when ${forgetsProject} then null else project_id end
      where team_id = ${teamId} and id = ${id}`)
  },

  /**
   * Waits for whoever writes sessions of these names of the user, there already or not, and keeps others waiting to the end of
   * the transaction. To be asked for first of all in it, once: always in the same order, so that nobody waits in a circle.
   */
  async claim(userId: UserId, names: readonly ToolsOwnName[]): Promise<void> {
    await tx.execute(sql`
      select pg_advisory_xact_lock(held.key) from (
        select distinct hashtextextended(
          ${`sessions ${teamId} ${userId} `}::text || r.tool || ' ' || r.native_id, 0) as key
        from ${namedBy(names)} order by key) held`)
  },

  /** Waits for whoever is writing this session and keeps others waiting to the end of the transaction. */
  async lock(id: SessionId): Promise<StoredSession | undefined> {
    const [row] = await rows<SessionRow>(
      tx,
      sql`
      select ${SESSION_COLUMNS} from teamlore.sessions s
      where s.team_id = ${teamId} and s.id = ${id} for no key update`,
    )
    return row && toStoredSession(row, teamId)
  },

  /**
   * Inserts sessions that nothing is stored of, with the counts of what is stored after them in the same transaction. In
   * the order given, in which each waits for whoever inserts the same at this moment.
   *
   * @returns ids of those inserted; the others were there already, or came in at this moment.
   */
  async insert(sessions: readonly CountedSession[]): Promise<Set<SessionId>> {
    const inserted = await rows<{ id: SessionId }>(
      tx,
      sql`
      insert into teamlore.sessions (id, team_id, machine_id, user_id, project_id, tool, native_id,
        kind, started_by, parent_native_id, private_to, title, cwd, git_branch, git_head, tool_version, models,
        pull_requests, source, started_at, ended_at, activity_at, message_count, prompt_count,
        edit_count, usage)
      select id, ${teamId}, machine_id, user_id, project_id, tool, native_id,
        kind, started_by, parent_native_id, private_to, title, cwd, git_branch, git_head, tool_version, models,
        pull_requests, source, started_at, ended_at, coalesce(ended_at, started_at, ${NO_TIME}),
        message_count, prompt_count, edit_count, usage
      from jsonb_to_recordset(${json(sessions.map(toSessionRecord))}) as r(
        id text, machine_id text, user_id text, project_id text, tool text, native_id text,
        kind text, started_by text, parent_native_id text, private_to text, title text, cwd text, git_branch text,
        git_head text, tool_version text, models text[], pull_requests jsonb, source jsonb,
        started_at timestamptz, ended_at timestamptz, message_count int, prompt_count int,
        edit_count int, usage jsonb, place int)
      order by place
      on conflict (team_id, machine_id, tool, native_id) do nothing
      returning id`,
    )
    return new Set(inserted.map(({ id }) => id))
  },

  /**
   * Writes the session's fields. Prompts without a time are listed as of its beginning, where that moves.
   * `awaitsDistilling`: what it holds has changed, so it is to be distilled (again). `added`: what was inserted, where more
   * follows at once; unless told, all its rows are counted anew, which takes the longer the longer it is.
   *
   * @returns how many messages it holds.
   */
  async update(
    id: SessionId,
    fields: SessionFields,
    {
      awaitsDistilling,
      movesBeginning,
      added,
    }: {
      awaitsDistilling: boolean
      movesBeginning: boolean
      added?: CountedSession['counts'] | undefined
    },
  ): Promise<number> {
    const [row] = await rows<{ message_count: number }>(
      tx,
      sql`
      ${movesBeginning ? datedFrom(id, fields) : sql``}
      update teamlore.sessions set
        project_id = ${fields.projectId}, kind = ${fields.kind},
        started_by = ${fields.startedBy},
        parent_native_id = ${fields.parentNativeId}, title = ${fields.title}, cwd = ${fields.cwd},
        git_branch = ${fields.gitBranch}, git_head = ${fields.gitHead},
        tool_version = ${fields.toolVersion}, models = ${textArray(fields.models)},
        pull_requests = ${json(fields.pullRequests)}, source = ${json(fields.source)},
        started_at = ${fields.startedAt}::timestamptz, ended_at = ${fields.endedAt}::timestamptz,
        activity_at = ${lastActive(fields)}, updated_at = now(),
        distilled = case when ${awaitsDistilling} then 'pending' else distilled end,
        message_count = counted.messages, prompt_count = counted.prompts, usage = counted.usage,
        edit_count = counted.edits
      from (${added === undefined ? countedAnew(id) : countedOn(id, added)}) as counted
      where team_id = ${teamId} and id = ${id}
      returning message_count`,
    )
    return row?.message_count ?? 0
  },

  /** Hides the session, and everything that came out of it, from everybody but its owner. */
  makePrivate: (id: SessionId, userId: UserId): Promise<void> => hide(tx, teamId, id, userId),
})
