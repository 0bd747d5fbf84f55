import type { SessionId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { SERVED } from '../observations/served.ts'
import { UNTITLED } from '../sessions/rows.ts'
import { decoded, number, orNull, text, textOf } from '../sql/decode.ts'
import { isLiving } from '../sql/memory-status.ts'
import { iso } from '../sql/page.ts'
import { OWN_AGENT } from '../usage/own-agents.ts'

const SESSION = {
  id: textOf<SessionId>(),
  title: text,
  tool: text,
  person: text,
  project_id: orNull(text),
  project_name: orNull(text),
  at: text,
}

/** What came in since a time, and what it cost; of what the asker may read. */
export const createNewsReadModel = (tx: DbExecutor, { teamId }: DbScope) => ({
  async newsSince(since: Date) {
    const time = sql`${since.toISOString()}::timestamptz`
    const [row] = await decoded(
      tx,
      { sessions: number, findings: number, memories: number },
      sql`select
        (select count(*) from teamlore.sessions s
          where s.team_id = ${teamId} and s.created_at > ${time} and s.started_by = 'person') as sessions,
        (select count(*) from teamlore.observations o join teamlore.sessions s on s.id = o.session_id
          where s.team_id = ${teamId} and s.created_at > ${time} and ${SERVED}) as findings,
        (select count(*) from teamlore.memories m
          where m.team_id = ${teamId} and m.created_at > ${time} and ${isLiving(sql`m`)}) as memories`,
    )
    return row ?? { sessions: 0, findings: 0, memories: 0 }
  },

  /** The newest of them, those that came in last first. */
  newSessions(since: Date, limit: number) {
    return decoded(
      tx,
      SESSION,
      sql`select s.id, coalesce(s.title, ${UNTITLED}) as title, s.tool, coalesce(u.name, 'Former member') as person,
          p.id as project_id, p.name as project_name, ${iso(sql`coalesce(s.activity_at, s.created_at)`)} as at
        from teamlore.sessions s
        left join teamlore.users u on u.id = s.user_id
        left join teamlore.projects p on p.id = s.project_id
        where s.team_id = ${teamId} and s.created_at > ${since.toISOString()}::timestamptz and s.started_by = 'person'
        order by s.created_at desc, s.id desc limit ${limit}`,
    )
  },

  async newMemories(since: Date, limit: number): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: text },
      sql`select m.id from teamlore.memories m
        where m.team_id = ${teamId} and m.created_at > ${since.toISOString()}::timestamptz and ${isLiving(sql`m`)}
        order by m.created_at desc, m.id desc limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** Decisions that came to hold after one time and until another, whenever they were written: a draft when it was approved. */
  async newDecisions(
    { since, until }: { since: Date; until: Date },
    limit: number,
  ): Promise<string[]> {
    const found = await decoded(
      tx,
      { id: text },
      sql`select m.id from teamlore.memory_versions v join teamlore.memories m on m.id = v.memory_id
        where v.team_id = ${teamId} and v.recorded_at > ${since.toISOString()}::timestamptz
          and v.recorded_at <= ${until.toISOString()}::timestamptz and v.status = 'active'
          and m.status = 'active' and m.kind = 'decision'
          and not exists (select 1 from teamlore.memory_versions b
            where b.memory_id = v.memory_id and b.status = 'active' and b.version < v.version)
        order by v.recorded_at desc, m.id desc limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** What language models cost within some days: those of the team, and the asker's own coding agents. */
  async cost(userId: UserId, days: number) {
    const isOwn = sql`u.provider = ${OWN_AGENT}`
    const [row] = await decoded(
      tx,
      {
        calls: number,
        tokens: number,
        micros: number,
        ownCalls: number,
        ownTokens: number,
        ownMicros: number,
      },
      sql`select
          count(*) filter (where not ${isOwn}) as calls,
          coalesce(sum(u.input_tokens + u.output_tokens) filter (where not ${isOwn}), 0)::float8 as tokens,
          coalesce(sum(u.cost_micros) filter (where not ${isOwn}), 0)::float8 as micros,
          count(*) filter (where ${isOwn} and u.user_id = ${userId}) as "ownCalls",
          coalesce(sum(u.input_tokens + u.output_tokens) filter (where ${isOwn} and u.user_id = ${userId}), 0)::float8 as "ownTokens",
          coalesce(sum(u.cost_micros) filter (where ${isOwn} and u.user_id = ${userId}), 0)::float8 as "ownMicros"
        from teamlore.usage_events u
        where u.team_id = ${teamId} and u.created_at > now() - ${days}::int * interval '1 day'`,
    )
    return row ?? { calls: 0, tokens: 0, micros: 0, ownCalls: 0, ownTokens: 0, ownMicros: 0 }
  },
})
