import type { ProjectId, SessionId, UserId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number, textOf } from '../sql/decode.ts'
import { isAmong } from '../sql/lists.ts'
import { promptsRemoved } from '../sql/prompts-removed.ts'
import { waitsForReader } from '../sql/waits-for-reader.ts'

/** Which sessions of one person are looked for. */
export type WantedSessions = {
  userId: UserId
  since: Date | null
  projectId: ProjectId | null
  /** What another machine of the same person holds is left to it; null: nobody's. */
  holder: string | null
  /** Leases whose sessions are left out. */
  workingOn?: readonly string[]
}

/** A session at work is left alone for so long. */
const QUIET = sql.raw("interval '5 minutes'")
/** What was given up is not tried again before then. */
const AGAIN_AFTER = sql.raw("interval '1 day'")
const SAMPLE = sql.raw('20')
/** Of a message, about as much as a model is shown. */
const SHOWN_BYTES = sql.raw('4000')

/**
 * Whether no rule is against this project. Neither it nor its rules are seen by whom it is closed to, though what is private to them
 * in it is: for them there is none that allows it.
 */
export const allows = (
  project: SQL,
): SQL => sql`(not coalesce(${project} = any ((select teamlore.closed_projects())::text[]), false)
  and coalesce((select r.is_allowed from teamlore.distil_rules r where r.kind = 'project' and r.subject = ${project}),
    not coalesce((select p.is_restricted from teamlore.projects p where p.id = ${project}), false)))`

const sinceOf = (since: Date | null): SQL =>
  since === null
    ? sql``
    : sql`and coalesce(s.started_at, s.created_at) >= ${since.toISOString()}::timestamptz`

/** Own, quiet, with prompts that nobody better than rules has distilled or findings that nobody has read, and where no rule is against it. */
const dueIn = (
  { teamId }: DbScope,
  { userId, since, projectId, holder, workingOn = [] }: WantedSessions,
): SQL => sql`
  from teamlore.sessions s
  left join teamlore.distillations d on d.session_id = s.id and d.distiller = 'model'
  left join teamlore.distillations a on a.session_id = s.id and a.distiller = 'agent'
  where s.team_id = ${teamId} and s.user_id = ${userId}
    and s.kind <> 'compaction' and s.started_by <> 'program'
    and coalesce(s.ended_at, s.updated_at) <= now() - ${QUIET} ${sinceOf(since)}
    and (s.prompt_count > greatest(d.prompts, a.prompts, ${promptsRemoved(sql`s`)}) or ${waitsForReader(sql`s`)})
    and (${projectId}::text is null or s.project_id = ${projectId})
    and ${allows(sql`s.project_id`)}
    and not exists (select from teamlore.distil_leases l where l.session_id = s.id
      and (l.state = 'leased' and l.expires_at > now()
          and (l.holder is distinct from ${holder} or ${isAmong(sql`l.id`, workingOn)})
        or l.state = 'failed' and l.finished_at > now() - ${AGAIN_AFTER}))`

/** What a person's own coding agent could distil. */
export const createDueSessions = (tx: DbExecutor, scope: DbScope) => ({
  /** The newest first. */
  async due(wanted: WantedSessions, limit: number): Promise<SessionId[]> {
    const found = await decoded(
      tx,
      { id: textOf<SessionId>() },
      sql`select s.id ${dueIn(scope, wanted)}
        order by coalesce(s.ended_at, s.updated_at) desc, s.id limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** How many there are, and how many bytes a model would be shown of them, reckoned from the newest. */
  async howMuchIsDue(wanted: WantedSessions): Promise<{ sessions: number; bytes: number }> {
    const [row] = await decoded(
      tx,
      { sessions: number, bytes: number },
      sql`
      with due as (
        select s.id, s.message_count, coalesce(s.ended_at, s.updated_at) as at ${dueIn(scope, wanted)}),
      sample as (
        select count(*) as messages, coalesce(sum(least(length(m.blocks::text), ${SHOWN_BYTES})), 0) as bytes
        from (select id from due order by at desc, id limit ${SAMPLE}) newest
        join teamlore.messages m on m.session_id = newest.id)
      select count(*)::int as sessions,
        coalesce(sum(message_count) * (select bytes / greatest(messages, 1)::float8 from sample), 0)::float8 as bytes
      from due`,
    )
    return row ?? { sessions: 0, bytes: 0 }
  },

  /** Whether no rule is against this session, as it stands now. */
  async isSessionAllowed(sessionId: SessionId): Promise<boolean> {
    const found = await decoded(
      tx,
      { id: textOf<SessionId>() },
      sql`
      select s.id from teamlore.sessions s
      where s.team_id = ${scope.teamId} and s.id = ${sessionId} and ${allows(sql`s.project_id`)}`,
    )
    return found.length > 0
  },
})
