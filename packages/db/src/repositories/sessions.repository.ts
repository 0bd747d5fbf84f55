import type {
  MachineId,
  ProjectId,
  SessionId,
  SessionKind,
  TeamId,
  Usage,
  UserId,
} from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { WRITES } from '../read-models/edit-rows.ts'
import { NO_TIME } from '../read-models/page.ts'
import type { SessionSource } from '../schema/sessions.table.ts'

/** A session as ingest writes it. Times are ISO texts. */
export type SessionFields = {
  projectId: ProjectId | null
  kind: SessionKind
  parentNativeId: string | null
  title: string | null
  cwd: string | null
  gitBranch: string | null
  gitHead: string | null
  toolVersion: string | null
  models: string[]
  pullRequests: { number: number; url: string }[]
  source: SessionSource
  startedAt: string | null
  endedAt: string | null
}

export type SessionIdentity = { machineId: MachineId; tool: string; nativeId: string }

export type NewSession = SessionIdentity &
  SessionFields & { id: SessionId; userId: UserId; privateTo: UserId | null }

export type StoredSession = NewSession & {
  teamId: TeamId
  messageCount: number
  /** Changes with every write to the row. */
  revision: string
}

type SessionRow = {
  id: SessionId
  machine_id: MachineId
  user_id: UserId
  project_id: ProjectId | null
  tool: string
  native_id: string
  kind: SessionKind
  parent_native_id: string | null
  private_to: UserId | null
  title: string | null
  cwd: string | null
  git_branch: string | null
  git_head: string | null
  tool_version: string | null
  models: string[]
  pull_requests: { number: number; url: string }[]
  source: SessionSource
  started: string | null
  ended: string | null
  message_count: number
  revision: string
}

/** Whole microseconds, so that comparing with what was sent never loses any. */
const exactly = (time: SQL): SQL =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const COLUMNS = sql`s.id, s.machine_id, s.user_id, s.project_id, s.tool, s.native_id, s.kind,
  s.parent_native_id, s.private_to, s.title, s.cwd, s.git_branch, s.git_head, s.tool_version,
  to_json(s.models) as models, s.pull_requests, s.source, ${exactly(sql`s.started_at`)} as started,
  ${exactly(sql`s.ended_at`)} as ended, s.message_count, s.xmin::text as revision`

const toStored = (row: SessionRow, teamId: TeamId): StoredSession => ({
  id: row.id,
  teamId,
  machineId: row.machine_id,
  userId: row.user_id,
  projectId: row.project_id,
  tool: row.tool,
  nativeId: row.native_id,
  kind: row.kind,
  parentNativeId: row.parent_native_id,
  privateTo: row.private_to,
  title: row.title,
  cwd: row.cwd,
  gitBranch: row.git_branch,
  gitHead: row.git_head,
  toolVersion: row.tool_version,
  models: row.models,
  pullRequests: row.pull_requests,
  source: row.source,
  startedAt: row.started,
  endedAt: row.ended,
  messageCount: row.message_count,
  revision: row.revision,
})

const json = (value: unknown): SQL => sql`${JSON.stringify(value)}::text::jsonb`

const textArray = (values: readonly string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${json(values)}))`

/** History is not active now because it arrives now: it is as old as what is known of it. Without a time it comes last. */
const lastActive = ({ startedAt, endedAt }: Pick<SessionFields, 'startedAt' | 'endedAt'>): SQL =>
  sql`coalesce(${endedAt}::timestamptz, ${startedAt}::timestamptz, ${NO_TIME})`

const CHILD_TABLES = ['messages', 'edits', 'observations', 'summaries', 'documents'] as const

const total = (field: keyof Usage): SQL =>
  sql`least(coalesce(sum((usage->>${field})::numeric), 0), 9007199254740991)::bigint`

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

export const createSessionRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async find({ machineId, tool, nativeId }: SessionIdentity): Promise<StoredSession | undefined> {
    const [row] = await rows<SessionRow>(
      tx,
      sql`
      select ${COLUMNS} from teamlore.sessions s where s.team_id = ${teamId}
        and s.machine_id = ${machineId} and s.tool = ${tool} and s.native_id = ${nativeId}`,
    )
    return row && toStored(row, teamId)
  },

  async findById(id: SessionId): Promise<StoredSession | undefined> {
    const [row] = await rows<SessionRow>(
      tx,
      sql`select ${COLUMNS} from teamlore.sessions s where s.team_id = ${teamId} and s.id = ${id}`,
    )
    return row && toStored(row, teamId)
  },

  /** The session on whichever machine of the user it came from, the one that came first. */
  async findOfUser(
    userId: UserId,
    { tool, nativeId }: Omit<SessionIdentity, 'machineId'>,
  ): Promise<StoredSession | undefined> {
    const [row] = await rows<SessionRow>(
      tx,
      sql`
      select ${COLUMNS} from teamlore.sessions s where s.team_id = ${teamId}
        and s.machine_id = any (array(select m.id from teamlore.machines m
          where m.team_id = ${teamId} and m.user_id = ${userId}))
        and s.tool = ${tool} and s.native_id = ${nativeId}
      order by s.created_at, s.id limit 1`,
    )
    return row && toStored(row, teamId)
  },

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

  /** Waits for whoever is writing this session and keeps others waiting to the end of the transaction. */
  async lock(id: SessionId): Promise<StoredSession | undefined> {
    const [row] = await rows<SessionRow>(
      tx,
      sql`
      select ${COLUMNS} from teamlore.sessions s
      where s.team_id = ${teamId} and s.id = ${id} for no key update`,
    )
    return row && toStored(row, teamId)
  },

  /** @returns false when the same session was already there, or came in at this moment. */
  async insert(session: NewSession): Promise<boolean> {
    const inserted = await rows(
      tx,
      sql`
      insert into teamlore.sessions (id, team_id, machine_id, user_id, project_id, tool, native_id,
        kind, parent_native_id, private_to, title, cwd, git_branch, git_head, tool_version, models,
        pull_requests, source, started_at, ended_at, activity_at)
      values (${session.id}, ${teamId}, ${session.machineId}, ${session.userId},
        ${session.projectId}, ${session.tool}, ${session.nativeId}, ${session.kind},
        ${session.parentNativeId}, ${session.privateTo}, ${session.title}, ${session.cwd},
        ${session.gitBranch}, ${session.gitHead}, ${session.toolVersion},
        ${textArray(session.models)}, ${json(session.pullRequests)}, ${json(session.source)},
        ${session.startedAt}::timestamptz, ${session.endedAt}::timestamptz,
        ${lastActive(session)})
      on conflict (team_id, machine_id, tool, native_id) do nothing
      returning id`,
    )
    return inserted.length > 0
  },

  /**
   * Writes the session's fields and counts its rows anew. Prompts without a time are listed as of its beginning.
   * `awaitsDistilling`: what it holds has changed, so it is to be distilled (again).
   *
   * @returns how many messages it holds.
   */
  async update(
    id: SessionId,
    fields: SessionFields,
    { awaitsDistilling }: { awaitsDistilling: boolean },
  ): Promise<number> {
    const [row] = await rows<{ message_count: number }>(
      tx,
      sql`
      with dated as (
        update teamlore.messages set session_began_at = ${fields.startedAt}::timestamptz
        where session_id = ${id} and kind = 'human' and ts is null
          and session_began_at is distinct from ${fields.startedAt}::timestamptz)
      update teamlore.sessions set
        project_id = ${fields.projectId}, kind = ${fields.kind},
        parent_native_id = ${fields.parentNativeId}, title = ${fields.title}, cwd = ${fields.cwd},
        git_branch = ${fields.gitBranch}, git_head = ${fields.gitHead},
        tool_version = ${fields.toolVersion}, models = ${textArray(fields.models)},
        pull_requests = ${json(fields.pullRequests)}, source = ${json(fields.source)},
        started_at = ${fields.startedAt}::timestamptz, ended_at = ${fields.endedAt}::timestamptz,
        activity_at = ${lastActive(fields)}, updated_at = now(),
        distilled = case when ${awaitsDistilling} then 'pending' else distilled end,
        message_count = counted.messages, prompt_count = counted.prompts, usage = counted.usage,
        edit_count = (
          select count(*) from teamlore.edits where session_id = ${id} and ${WRITES})
      from (
        select count(*) as messages, count(*) filter (where kind = 'human') as prompts,
          jsonb_build_object(
            'input_tokens', ${total('input_tokens')}, 'output_tokens', ${total('output_tokens')},
            'cache_creation_tokens', ${total('cache_creation_tokens')},
            'cache_read_tokens', ${total('cache_read_tokens')}) as usage
        from teamlore.messages where session_id = ${id}
      ) as counted
      where team_id = ${teamId} and id = ${id}
      returning message_count`,
    )
    return row?.message_count ?? 0
  },

  /** Hides the session, and everything that came out of it, from everybody but its owner. */
  makePrivate: (id: SessionId, userId: UserId): Promise<void> => hide(tx, teamId, id, userId),
})
