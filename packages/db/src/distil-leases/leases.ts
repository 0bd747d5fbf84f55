import type { MemoryId, SessionId, UserId } from '@teamlore/shared'
import type { DistilTool } from '@teamlore/shared/distil-leases'
import { and, eq, inArray, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { createDueSessions } from './due.ts'
import { createDueMemories } from './due-memories.ts'
import { createLeaseList } from './lease-list.ts'
import { createMemoryLeases } from './memory-leases.ts'
import { createDistilRules } from './rules.ts'
import { distilLeasesTable } from './table.ts'

/** What a lease is about: one of the two. */
export type LeaseAbout =
  | { sessionId: SessionId; memoryId?: null }
  | { sessionId?: null; memoryId: MemoryId }

type NewLease = LeaseAbout & {
  id: string
  userId: UserId
  holder: string
  tool: DistilTool
}

export type HeldLease = {
  id: string
  userId: UserId
  sessionId: SessionId | null
  memoryId: MemoryId | null
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
  memoryId: distilLeasesTable.memoryId,
  holder: distilLeasesTable.holder,
  state: distilLeasesTable.state,
  questionKey: distilLeasesTable.questionKey,
  failures: distilLeasesTable.failures,
}

export const createDistilLeaseRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createDueSessions(tx, scope),
  ...createDueMemories(tx, scope),
  ...createDistilRules(tx, scope),
  ...createMemoryLeases(tx, scope),
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
        leases.map((lease) => ({ ...lease, teamId, state: 'leased' as const, expiresAt: expiry })),
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
