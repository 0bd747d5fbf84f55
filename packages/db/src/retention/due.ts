import type { ProjectId, SessionId } from '@teamlore/shared'
import type { NotReady } from '@teamlore/shared/retention'
import { type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, number, orNull, text, textOf } from '../sql/decode.ts'
import type { RetentionLimits } from './policies.ts'
import { whyNotReady } from './ready.ts'

export type Due = {
  limits: RetentionLimits
  now: Date
  /** Whether the server has a language model. */
  hasModel: boolean
}

/** A session that a policy is about, and why its text stays for now. */
export type DueSession = { id: SessionId; why: NotReady | null; activity: string }

const LAST_ACTIVITY = sql`least(coalesce(s.ended_at, s.started_at, s.created_at), s.updated_at)`

/** To whose present state the policy was applied already, or a stricter one was. */
const isApplied = ({ keepsPrompts }: RetentionLimits): SQL => sql`exists (
  select from teamlore.session_removals r where r.session_id = s.id and r.applied_as_of = s.updated_at
    and (not r.keeps_prompts or ${keepsPrompts}::boolean))`

/** Sessions whose last activity is too long ago, and the oldest of those that are more than fits. */
export const createDueRemovals = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The oldest first; those that are not ready come along, with the reason. */
  async due(
    projectId: ProjectId,
    { limits, now, hasModel }: Due,
    { limit, isReady }: { limit: number; isReady: boolean },
  ): Promise<DueSession[]> {
    const { days, maxBytes } = limits
    const before = days === null ? null : new Date(now.getTime() - days * 86_400_000).toISOString()
    return decoded(
      tx,
      { id: textOf<SessionId>(), why: orNull(textOf<NotReady>()), activity: text },
      sql`
      with aged as materialized (
        select s.id, ${LAST_ACTIVITY} as activity,
          sum(coalesce(z.bytes, 0)) over (order by ${LAST_ACTIVITY} desc, s.id desc) as newer
        from teamlore.sessions s left join teamlore.session_sizes z on z.session_id = s.id
        where s.team_id = ${teamId} and s.project_id = ${projectId}),
      chosen as materialized (
        select a.id, a.activity from aged a
        where a.activity < ${before}::timestamptz or a.newer > ${maxBytes}::bigint),
      judged as (
        select c.id, c.activity, ${whyNotReady({ hasModel })} as why
        from chosen c join teamlore.sessions s on s.id = c.id where not ${isApplied(limits)})
      select id, why, to_char(activity at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as activity from judged
      where not ${isReady}::boolean or why is null
      order by judged.activity, id limit ${limit}`,
    )
  },

  /** Asked again once the session is locked: it may have grown, or be held, since it was found. */
  async isReady(id: SessionId, { hasModel }: Pick<Due, 'hasModel'>): Promise<boolean> {
    const [found] = await decoded(
      tx,
      { n: number },
      sql`select count(*) as n from teamlore.sessions s
        where s.team_id = ${teamId} and s.id = ${id} and ${whyNotReady({ hasModel })} is null`,
    )
    return found?.n === 1
  },
})
