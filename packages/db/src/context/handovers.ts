import type { SessionId, UserId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** What an agent handed over, and of which session, as far as that is known. */
export type StoredHandover = {
  id: string
  sessionId: SessionId | null
  findings: HandedFinding[]
}

export type NewHandover = StoredHandover & { userId: UserId; sessionName: string | null }

/** How long something waits for its session, and how many of one person are looked through. */
const WAITS = sql.raw("interval '2 days'")
const MOST_WAITING = 50

export const createHandoverRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async add({ id, userId, sessionId, sessionName, findings }: NewHandover): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.handovers (id, team_id, user_id, session_id, session_name, findings)
      values (${id}, ${teamId}, ${userId}, ${sessionId}, ${sessionName},
        ${JSON.stringify(findings)}::text::jsonb)`)
  },

  /** A session of this person by its id or the tool's own name of it; the newest where several have the name. */
  async sessionNamed(userId: UserId, name: string): Promise<SessionId | undefined> {
    const [row] = await rows<{ id: SessionId }>(
      tx,
      sql`
      select id from teamlore.sessions
      where team_id = ${teamId} and user_id = ${userId} and (id = ${name} or native_id = ${name})
      order by updated_at desc limit 1`,
    )
    return row?.id
  },

  /** Sessions of this person that something came in of lately, the newest first. */
  async lately(userId: UserId, limit: number): Promise<SessionId[]> {
    const found = await rows<{ id: SessionId }>(
      tx,
      sql`
      select id from teamlore.sessions
      where team_id = ${teamId} and user_id = ${userId} and updated_at > now() - interval '1 day'
      order by updated_at desc limit ${limit}`,
    )
    return found.map(({ id }) => id)
  },

  /** Gives a session what was handed over under its name before it came in. */
  async claim(session: { id: SessionId; userId: UserId; nativeId: string }): Promise<void> {
    await tx.execute(sql`
      update teamlore.handovers set session_id = ${session.id}
      where team_id = ${teamId} and user_id = ${session.userId} and session_id is null
        and session_name in (${session.id}, ${session.nativeId}) and created_at > now() - ${WAITS}`)
  },

  async assign(ids: readonly string[], sessionId: SessionId): Promise<void> {
    if (ids.length === 0) return
    await tx.execute(sql`
      update teamlore.handovers set session_id = ${sessionId}
      where team_id = ${teamId} and session_id is null
        and id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::text::jsonb))`)
  },

  /** What was handed over of a session, and what its person handed over of none that is known, in order. */
  async of(session: { id: SessionId; userId: UserId }): Promise<StoredHandover[]> {
    return rows<StoredHandover>(
      tx,
      sql`
      select id, session_id as "sessionId", findings from (
        select * from teamlore.handovers where team_id = ${teamId} and session_id = ${session.id}
        union all
        (select * from teamlore.handovers
          where team_id = ${teamId} and user_id = ${session.userId} and session_id is null
            and session_name is null and created_at > now() - ${WAITS}
          order by created_at desc limit ${MOST_WAITING})
      ) h order by created_at, id`,
    )
  },

  /** What no session was found for in time. */
  async forgetWaiting(userId: UserId): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.handovers
      where team_id = ${teamId} and user_id = ${userId} and session_id is null
        and created_at <= now() - ${WAITS}`)
  },
})
