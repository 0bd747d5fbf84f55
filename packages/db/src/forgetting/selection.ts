import type { ProjectId, SessionId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, orNull, text, textOf } from '../sql/decode.ts'
import { textArray } from '../sql/lists.ts'

/** What somebody wants forgotten, as ids: whole sessions, single messages, or memories. */
export type Forgetting = {
  sessions: readonly string[]
  messages: readonly string[]
  memories: readonly string[]
}

/** What a deletion is asked of, with whose it is; null where it is of no one person. */
export type ForgetTarget = {
  id: string
  ownerId: UserId | null
  privateTo: UserId | null
  projectId: ProjectId | null
}

export type SessionsWanted = {
  userId: UserId | undefined
  projectId: ProjectId | undefined
  before: Date | undefined
}

const TARGET = {
  id: text,
  ownerId: orNull(textOf<UserId>()),
  privateTo: orNull(textOf<UserId>()),
  projectId: orNull(textOf<ProjectId>()),
}

/** Finds what goes. It sees what background work sees: who may have it forgotten is decided by who asks. */
export const createForgetSelection = (tx: DbExecutor, scope: DbScope) => ({
  ...createTargets(tx, scope),
  ...createMany(tx, scope),
})

const createTargets = (tx: DbExecutor, { teamId }: DbScope) => ({
  async sessionTarget(id: string): Promise<ForgetTarget | undefined> {
    const [found] = await decoded(
      tx,
      TARGET,
      sql`select id, user_id as "ownerId", private_to as "privateTo", project_id as "projectId"
        from teamlore.sessions where team_id = ${teamId} and id = ${id}`,
    )
    return found
  },

  async messageTarget(id: string): Promise<ForgetTarget | undefined> {
    const [found] = await decoded(
      tx,
      TARGET,
      sql`select g.id, s.user_id as "ownerId", s.private_to as "privateTo", s.project_id as "projectId"
        from teamlore.messages g join teamlore.sessions s on s.id = g.session_id
        where g.team_id = ${teamId} and g.id = ${id}`,
    )
    return found
  },

  /** A memory is its author's; one that nobody wrote, of the one person whose sessions it rests on. */
  async memoryTarget(id: string): Promise<ForgetTarget | undefined> {
    const [found] = await decoded(
      tx,
      TARGET,
      sql`select m.id, coalesce(m.author_id, (select min(s.user_id) from teamlore.memory_evidence e
            left join teamlore.sessions s on s.id = e.session_id
            where e.memory_id = m.id having count(*) = count(s.user_id) and count(distinct s.user_id) = 1)) as "ownerId",
          m.private_to as "privateTo", m.project_id as "projectId"
        from teamlore.memories m where m.team_id = ${teamId} and m.id = ${id}`,
    )
    return found
  },

  async statementOf(memory: string): Promise<string | undefined> {
    const [found] = await decoded(
      tx,
      { statement: text },
      sql`select statement from teamlore.memories where team_id = ${teamId} and id = ${memory}`,
    )
    return found?.statement
  },
})

const createMany = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** A session with its copies on other machines of its person, and all that these started. */
  async family(id: string): Promise<SessionId[]> {
    const found = await decoded(
      tx,
      { id: textOf<SessionId>() },
      sql`
      with recursive family as (
        select s.id, s.tool, s.native_id, s.user_id from teamlore.sessions s
        where s.team_id = ${teamId} and s.id = ${id}
        union
        select s.id, s.tool, s.native_id, s.user_id from family f
        cross join lateral (
          select c.* from teamlore.sessions c where c.team_id = ${teamId}
            and c.native_id = f.native_id and c.tool = f.tool
          union all
          select c.* from teamlore.machines m join teamlore.sessions c on c.team_id = ${teamId}
            and c.machine_id = m.id and c.tool = f.tool and c.parent_native_id = f.native_id
          where m.team_id = ${teamId} and m.user_id = f.user_id) s
        where s.user_id = f.user_id
      ) select id from family order by id`,
    )
    return found.map((row) => row.id)
  },

  /** Sessions of a person, of a project, or both, as far as they ended before a time. */
  async sessionsOf({ userId, projectId, before }: SessionsWanted): Promise<SessionId[]> {
    const found = await decoded(
      tx,
      { id: textOf<SessionId>() },
      sql`select id from teamlore.sessions where team_id = ${teamId}
        and (${userId ?? null}::text is null or user_id = ${userId ?? null})
        and (${projectId ?? null}::text is null or project_id = ${projectId ?? null})
        and (${before?.toISOString() ?? null}::timestamptz is null or activity_at < ${before?.toISOString() ?? null}::timestamptz)
      order by id`,
    )
    return found.map((row) => row.id)
  },

  /** Memories of a project, whoever wrote them. */
  async memoriesOfProject(projectId: ProjectId): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: text },
      sql`select id from teamlore.memories where team_id = ${teamId} and project_id = ${projectId} order by id`,
    )
    return found.map((row) => row.id)
  },

  /** Memories that rest on nothing but these. */
  async memoriesRestingOn({ sessions, messages }: Omit<Forgetting, 'memories'>): Promise<string[]> {
    if (sessions.length + messages.length === 0) return []
    const found = await decoded(
      tx,
      { id: text },
      sql`
      with going as materialized (
        select unnest(${textArray([...sessions, ...messages])}) as id)
      select e.memory_id as id from teamlore.memory_evidence e
      where e.team_id = ${teamId} and e.memory_id in (
        select x.memory_id from teamlore.memory_evidence x where x.team_id = ${teamId}
          and (x.session_id in (select id from going) or x.ref in (select id from going)))
      group by e.memory_id
      having bool_and(coalesce(e.session_id in (select id from going), false) or e.ref in (select id from going))
      order by 1`,
    )
    return found.map((row) => row.id)
  },
})
