import type { SessionId, TeamId, UserId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { sessionsTable } from '../sessions/table.ts'
import { isAmong } from '../sql/lists.ts'
import { isoOf } from '../sql/page.ts'
import { handoversTable } from './table.ts'

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

/** Of this person, without a session. */
const waitsFor = (teamId: TeamId, userId: UserId) =>
  and(
    eq(handoversTable.teamId, teamId),
    eq(handoversTable.userId, userId),
    isNull(handoversTable.sessionId),
  )

export const createHandoverRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createSessions(tx, scope),
  ...createHandovers(tx, scope),
  ...createReads(tx, scope),
})

const createHandovers = (tx: DbExecutor, { teamId }: DbScope) => ({
  async add(handover: NewHandover): Promise<void> {
    await tx.insert(handoversTable).values({ ...handover, teamId })
  },

  /** Gives a session what was handed over under its name before it came in. */
  async claim(session: { id: SessionId; userId: UserId; nativeId: string }): Promise<void> {
    await tx
      .update(handoversTable)
      .set({ sessionId: session.id })
      .where(
        and(
          waitsFor(teamId, session.userId),
          inArray(handoversTable.sessionName, [session.id, session.nativeId]),
          gt(handoversTable.createdAt, sql`now() - ${WAITS}`),
        ),
      )
  },

  async assign(ids: readonly string[], sessionId: SessionId): Promise<void> {
    if (ids.length === 0) return
    await tx
      .update(handoversTable)
      .set({ sessionId })
      .where(
        and(
          eq(handoversTable.teamId, teamId),
          isNull(handoversTable.sessionId),
          isAmong(handoversTable.id, ids),
        ),
      )
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
    await tx
      .delete(handoversTable)
      .where(and(waitsFor(teamId, userId), lte(handoversTable.createdAt, sql`now() - ${WAITS}`)))
  },
})

const createReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The one of this person whose id begins with `id`. */
  async find(id: string, userId: UserId): Promise<StoredHandover | undefined> {
    const [found, second] = await tx
      .select({
        id: handoversTable.id,
        sessionId: handoversTable.sessionId,
        findings: handoversTable.findings,
      })
      .from(handoversTable)
      .where(
        and(
          eq(handoversTable.teamId, teamId),
          eq(handoversTable.userId, userId),
          sql`starts_with(${handoversTable.id}, ${id})`,
        ),
      )
      .limit(2)
    return second === undefined ? found : undefined
  },
})

/** Sessions that something may be handed over of. */
const createSessions = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** A session of this person by its id or the tool's own name of it; the newest where several have the name. */
  async sessionNamed(userId: UserId, name: string): Promise<SessionId | undefined> {
    const [session] = await tx
      .select({ id: sessionsTable.id })
      .from(sessionsTable)
      .where(
        and(
          eq(sessionsTable.teamId, teamId),
          eq(sessionsTable.userId, userId),
          or(sql`${sessionsTable.id} = ${name}`, eq(sessionsTable.nativeId, name)),
        ),
      )
      .orderBy(desc(sessionsTable.updatedAt))
      .limit(1)
    return session?.id
  },

  /** When something of this person's sessions last came in; null where nothing ever did. */
  async lastArrival(userId: UserId): Promise<string | null> {
    const [found] = await tx
      .select({ at: isoOf(sessionsTable.updatedAt) })
      .from(sessionsTable)
      .where(and(eq(sessionsTable.teamId, teamId), eq(sessionsTable.userId, userId)))
      .orderBy(desc(sessionsTable.updatedAt))
      .limit(1)
    return found?.at ?? null
  },

  /** Sessions of this person that something came in of lately, the newest first. */
  async lately(userId: UserId, limit: number): Promise<SessionId[]> {
    const found = await tx
      .select({ id: sessionsTable.id })
      .from(sessionsTable)
      .where(
        and(
          eq(sessionsTable.teamId, teamId),
          eq(sessionsTable.userId, userId),
          gt(sessionsTable.updatedAt, sql`now() - interval '1 day'`),
        ),
      )
      .orderBy(desc(sessionsTable.updatedAt))
      .limit(limit)
    return found.map(({ id }) => id)
  },
})
