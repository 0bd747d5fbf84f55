import type { MachineId, SessionId, Usage, UserId } from '@teamlore/shared'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import { WRITES } from '../edits/written.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { namesOf, recordsOf } from '../sql/column-sets.ts'
import { decoded, number, textOf } from '../sql/decode.ts'
import { json } from '../sql/json.ts'
import { textArray } from '../sql/lists.ts'
import { NO_TIME } from '../sql/page.ts'
import {
  type CountedSession,
  type SessionCopy,
  type SessionFields,
  STORED,
  type StoredSession,
  type ToolsOwnName,
  toSessionRecord,
  WRITTEN,
} from './record.ts'
import { sessionsTable } from './table.ts'

/** History is not active now because it arrives now: it is as old as what is known of it. Without a time it comes last. */
const lastActive = ({ startedAt, endedAt }: Pick<SessionFields, 'startedAt' | 'endedAt'>): SQL =>
  sql`coalesce(${endedAt}::timestamptz, ${startedAt}::timestamptz, ${NO_TIME})`

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

const recounted = (id: SessionId): SQL => sql`
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
  await tx
    .update(sessionsTable)
    .set({ privateTo: userId })
    .where(and(eq(sessionsTable.teamId, teamId), eq(sessionsTable.id, id)))
}

export const createSessionRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createSessionReader(tx, scope),
  ...createSessionWriter(tx, scope),
})

const isOne = (teamId: DbScope['teamId'], id: SessionId) =>
  and(eq(sessionsTable.teamId, teamId), eq(sessionsTable.id, id))

/** A session of the team that is one of those named, `r`. */
const isNamed = (teamId: DbScope['teamId']) =>
  and(
    eq(sessionsTable.teamId, teamId),
    sql`${sessionsTable.tool} = r.tool and ${sessionsTable.nativeId} = r.native_id`,
  )

const createSessionReader = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those of these sessions that stand on one of these machines. */
  async findAll(
    machineIds: readonly MachineId[],
    sessions: readonly ToolsOwnName[],
  ): Promise<StoredSession[]> {
    return tx
      .select(STORED)
      .from(sessionsTable)
      .innerJoin(
        // Joined rather than compared with a list: every name is looked up on every machine by one index.
        sql`(${namedBy(sessions)} cross join jsonb_array_elements_text(${json(machineIds)}) as m(id))`,
        and(isNamed(teamId), sql`${sessionsTable.machineId} = m.id`),
      )
  },

  async findById(id: SessionId): Promise<StoredSession | undefined> {
    const [session] = await tx.select(STORED).from(sessionsTable).where(isOne(teamId, id))
    return session
  },

  /** Those of these sessions that stand on any machine of the user, of each the one that came first. */
  async findAllOfUser(userId: UserId, sessions: readonly ToolsOwnName[]): Promise<StoredSession[]> {
    const { tool, nativeId, machineId, createdAt, id } = sessionsTable
    return tx
      .selectDistinctOn([tool, nativeId], STORED)
      .from(sessionsTable)
      .innerJoin(
        namedBy(sessions),
        and(
          isNamed(teamId),
          sql`${machineId} = any (array(select m.id from teamlore.machines m
            where m.team_id = ${teamId} and m.user_id = ${userId}))`,
        ),
      )
      .orderBy(tool, nativeId, createdAt, id)
  },

  /**
   * Every copy of these sessions that the user has, on whichever machine. Until the transaction ends nobody hides or shares one of
   * them, so that what is written after them is as open as they are.
   */
  async copiesOf(userId: UserId, sessions: readonly ToolsOwnName[]): Promise<SessionCopy[]> {
    const { tool, nativeId, privateTo } = sessionsTable
    return tx
      .select({ tool, nativeId, isPrivate: sql<boolean>`${privateTo} is not null` })
      .from(sessionsTable)
      .innerJoin(namedBy(sessions), and(isNamed(teamId), eq(sessionsTable.userId, userId)))
      .orderBy(sessionsTable.id)
      .for('key share')
  },

  /** What these sessions of the user started, and that in turn, as far as the team reads it, on whichever machine. */
  async openBelow(userId: UserId, sessions: readonly ToolsOwnName[]): Promise<SessionId[]> {
    const below = (parent: string): SQL => sql`
      join teamlore.sessions s on s.team_id = ${teamId}
        and s.machine_id = any (array(select m.id from teamlore.machines m
          where m.team_id = ${teamId} and m.user_id = ${userId}))
        and s.tool = ${sql.raw(parent)}.tool and s.parent_native_id = ${sql.raw(parent)}.native_id
        and s.user_id = ${userId} and s.private_to is null`
    const found = await decoded(
      tx,
      { id: textOf<SessionId>() },
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
    await tx
      .update(sessionsTable)
      .set({ machineId, projectId: forgetsProject ? null : undefined })
      .where(isOne(teamId, id))
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
    const [session] = await tx
      .select(STORED)
      .from(sessionsTable)
      .where(isOne(teamId, id))
      .for('no key update')
    return session
  },

  /**
   * Inserts sessions that nothing is stored of, with the counts of what is stored after them in the same transaction. In
   * the order given, in which each waits for whoever inserts the same at this moment.
   *
   * @returns ids of those inserted; the others were there already, or came in at this moment.
   */
  async insert(sessions: readonly CountedSession[]): Promise<Set<SessionId>> {
    const records = sessions.map((session) => toSessionRecord(session, teamId))
    const inserted = await decoded(
      tx,
      { id: textOf<SessionId>() },
      sql`
      insert into teamlore.sessions (activity_at, ${namesOf(WRITTEN)})
      select coalesce(ended_at, started_at, ${NO_TIME}), ${namesOf(WRITTEN)}
      from ${recordsOf(WRITTEN, records)}
      order by place
      on conflict (team_id, machine_id, tool, native_id) do nothing
      returning id`,
    )
    return new Set(inserted.map(({ id }) => id))
  },

  /**
   * Writes the session's fields. Prompts without a time are listed as of its beginning, where that moves.
   * `awaitsDistilling`: what it holds has changed, so it is to be distilled (again). `added`: what was inserted, where more
   * follows at once; without it, all its rows are counted again, which takes the longer the longer it is.
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
    const [row] = await decoded(
      tx,
      { message_count: number },
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
      from (${added === undefined ? recounted(id) : countedOn(id, added)}) as counted
      where team_id = ${teamId} and id = ${id}
      returning message_count`,
    )
    return row?.message_count ?? 0
  },

  /** Hides the session, and everything that came out of it, from everybody but its owner. */
  makePrivate: (id: SessionId, userId: UserId): Promise<void> => hide(tx, teamId, id, userId),
})
