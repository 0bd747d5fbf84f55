import type { SessionId, UserId } from '@teamlore/shared'
import type { DistilTool } from '@teamlore/shared/distil-leases'
import { and, desc, eq, inArray, lte, ne, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { sessionsTable } from '../sessions/table.ts'
import { isoOf } from '../sql/page.ts'
import { createDueSessions } from './due.ts'
import { createDistilRules } from './rules.ts'
import { distilLeasesTable } from './table.ts'

type NewLease = {
  id: string
  userId: UserId
  sessionId: SessionId
  holder: string
  tool: DistilTool
}

export type HeldLease = {
  id: string
  userId: UserId
  sessionId: SessionId
  holder: string
  state: 'leased' | 'done' | 'failed' | 'released'
  questionKey: string | null
  failures: number
}

/** How a lease ends. */
export type LeaseEnd = {
  state: 'done' | 'failed' | 'released'
  reason: string | null
  findings: number | null
}

/** Without an answer for so long, another machine of the same person may have it. */
const LASTS = sql.raw("interval '15 minutes'")
const expiry = sql`now() + ${LASTS}`

const HELD = {
  id: distilLeasesTable.id,
  userId: distilLeasesTable.userId,
  sessionId: distilLeasesTable.sessionId,
  holder: distilLeasesTable.holder,
  state: distilLeasesTable.state,
  questionKey: distilLeasesTable.questionKey,
  failures: distilLeasesTable.failures,
}

export const createDistilLeaseRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createDueSessions(tx, scope),
  ...createDistilRules(tx, scope),
  ...createLeases(tx, scope),
  ...createHeldLeases(tx, scope),
  ...createLeaseList(tx, scope),
})

const createLeases = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Ends leases of these sessions whose time is over, and those that this machine left behind. */
  async endLeftBehind(sessionIds: readonly SessionId[], holder: string): Promise<void> {
    if (sessionIds.length === 0) return
    await tx
      .update(distilLeasesTable)
      .set({ state: 'released', reason: 'expired', finishedAt: sql`now()` })
      .where(
        and(
          eq(distilLeasesTable.teamId, teamId),
          inArray(distilLeasesTable.sessionId, [...sessionIds]),
          eq(distilLeasesTable.state, 'leased'),
          or(lte(distilLeasesTable.expiresAt, sql`now()`), eq(distilLeasesTable.holder, holder)),
        ),
      )
  },

  /** @returns those that nobody was faster with. */
  async take(leases: readonly NewLease[]): Promise<HeldLease[]> {
    if (leases.length === 0) return []
    return tx
      .insert(distilLeasesTable)
      .values(
        leases.map((lease) => ({
          ...lease,
          teamId,
          state: 'leased' as const,
          expiresAt: expiry,
        })),
      )
      .onConflictDoNothing()
      .returning(HELD)
  },
})

/** What becomes of one that is held. */
const createHeldLeases = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** One lease of the asker's own, until the end of the transaction. */
  async lock(id: string, userId: UserId): Promise<HeldLease | undefined> {
    const [lease] = await tx
      .select(HELD)
      .from(distilLeasesTable)
      .where(
        and(
          eq(distilLeasesTable.teamId, teamId),
          eq(distilLeasesTable.id, id),
          eq(distilLeasesTable.userId, userId),
        ),
      )
      .for('update')
    return lease
  },

  /** The question that is open now, and some more time for it. */
  async open(id: string, questionKey: string): Promise<string | undefined> {
    const [lease] = await tx
      .update(distilLeasesTable)
      .set({
        expiresAt: expiry,
        failures: sql`case when question_key is distinct from ${questionKey} then 0 else failures end`,
        questionKey,
      })
      .where(and(eq(distilLeasesTable.teamId, teamId), eq(distilLeasesTable.id, id)))
      .returning({ expiresAt: isoOf(distilLeasesTable.expiresAt) })
    return lease?.expiresAt
  },

  /** @param isUsable whether the answer can be used; the question is open again where it cannot. */
  async noteAnswer(id: string, isUsable: boolean): Promise<void> {
    const { answered, failures } = distilLeasesTable
    await tx
      .update(distilLeasesTable)
      .set({
        expiresAt: expiry,
        ...(isUsable ? { answered: sql`${answered} + 1` } : { failures: sql`${failures} + 1` }),
      })
      .where(and(eq(distilLeasesTable.teamId, teamId), eq(distilLeasesTable.id, id)))
  },

  async end(id: string, { state, reason, findings }: LeaseEnd): Promise<void> {
    await tx
      .update(distilLeasesTable)
      .set({ state, reason, findings, finishedAt: sql`now()` })
      .where(
        and(
          eq(distilLeasesTable.teamId, teamId),
          eq(distilLeasesTable.id, id),
          eq(distilLeasesTable.state, 'leased'),
        ),
      )
  },
})

const createLeaseList = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Those that the asker may see, the newest first; a session taken several times stands there once, as it was last. */
  recent(limit: number) {
    const l = distilLeasesTable
    return tx
      .select({
        id: l.id,
        userId: l.userId,
        userName: usersTable.name,
        sessionId: sessionsTable.id,
        sessionTitle: sessionsTable.title,
        tool: l.tool,
        state: sql<HeldLease['state']>`case when ${l.state} = 'leased' and ${l.expiresAt} <= now()
          then 'released' else ${l.state} end`,
        reason: l.reason,
        answered: l.answered,
        findings: l.findings,
        createdAt: isoOf(l.createdAt),
        expiresAt: isoOf(l.expiresAt),
        finishedAt: isoOf(l.finishedAt),
      })
      .from(l)
      .innerJoin(usersTable, eq(usersTable.id, l.userId))
      .leftJoin(sessionsTable, eq(sessionsTable.id, l.sessionId))
      .where(
        and(
          eq(l.teamId, teamId),
          sql`not (${l.state} = 'released' and exists (
        select from teamlore.distil_leases n where n.session_id = ${l.sessionId} and n.created_at > ${l.createdAt}))`,
        ),
      )
      .orderBy(desc(l.createdAt), desc(l.id))
      .limit(limit)
  },

  /** Of those that the asker may see, by person. */
  countsByPerson(days: number) {
    const l = distilLeasesTable
    return tx
      .select({
        userId: l.userId,
        userName: usersTable.name,
        done: sql<number>`count(*) filter (where ${l.state} = 'done')::int`,
        failed: sql<number>`count(*) filter (where ${l.state} = 'failed')::int`,
        leased: sql<number>`count(*) filter (where ${l.state} = 'leased' and ${l.expiresAt} > now())::int`,
      })
      .from(l)
      .innerJoin(usersTable, eq(usersTable.id, l.userId))
      .where(
        and(
          eq(l.teamId, teamId),
          ne(l.state, 'released'),
          sql`${l.createdAt} > now() - ${days}::int * interval '1 day'`,
        ),
      )
      .groupBy(l.userId, usersTable.name)
  },
})
