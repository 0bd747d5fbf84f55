import type { TeamId } from '@teamlore/shared'
import type { MemoryId, WebhookDeliveryId, WebhookId } from '@teamlore/shared/ids'
import type { WebhookDelivery, WebhookEvent } from '@teamlore/shared/webhooks'
import { and, desc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { memoriesTable } from '../memories/table.ts'
import { isoOf } from '../sql/page.ts'
import { webhookDeliveriesTable, webhooksTable } from './table.ts'

export type HeldWebhookDelivery = {
  id: WebhookDeliveryId
  webhookId: WebhookId
  event: WebhookEvent
  memoryId: MemoryId
  attempts: number
  createdAt: string
}

/** What is sent of a memory. */
export type SentMemory = {
  id: MemoryId
  kind: string
  status: string
  statement: string
  reason: string
  version: number
  project_id: string | null
  successor_id: string | null
}

type End = {
  state: 'waiting' | 'done' | 'failed' | 'withheld'
  status: number | null
  ms: number | null
  error: string | null
  nextAt?: Date
}

const d = webhookDeliveriesTable
const w = webhooksTable
const m = memoriesTable

const KEPT_DAYS = 30
const SHOWN = 100

const writes = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: WebhookDeliveryId) => and(eq(d.teamId, teamId), eq(d.id, id))
  return {
    /** Takes one that is due, unless somebody else sends it or its address is switched off. */
    async hold(
      id: WebhookDeliveryId,
      { now, until }: { now: Date; until: Date },
    ): Promise<HeldWebhookDelivery | undefined> {
      const [held] = await tx
        .update(d)
        .set({ heldUntil: until, attempts: sql`${d.attempts} + 1` })
        .where(
          and(
            isThis(id),
            eq(d.state, 'waiting'),
            lte(d.nextAt, now),
            or(isNull(d.heldUntil), lte(d.heldUntil, now)),
            sql`exists (select from teamlore.webhooks w where w.id = ${d.webhookId} and w.is_on)`,
          ),
        )
        .returning({
          id: d.id,
          webhookId: d.webhookId,
          event: d.event,
          memoryId: d.memoryId,
          attempts: d.attempts,
          createdAt: sql<string>`${isoOf(d.createdAt)}`,
        })
      return held
    },

    async end(id: WebhookDeliveryId, { state, status, ms, error, nextAt }: End): Promise<void> {
      await tx
        .update(d)
        .set({ state, status, ms, error, heldUntil: null, nextAt })
        .where(isThis(id))
    },

    /** Sent again from the start, with the id it had. @returns false where there is none. */
    async again(id: WebhookDeliveryId, at: Date): Promise<WebhookId | undefined> {
      const [found] = await tx
        .update(d)
        .set({ state: 'waiting', attempts: 0, error: null, nextAt: at, heldUntil: null })
        .where(isThis(id))
        .returning({ webhookId: d.webhookId })
      return found?.webhookId
    },
  }
}

const reads = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The newest first. */
  list: (webhookId: WebhookId): Promise<WebhookDelivery[]> =>
    tx
      .select({
        id: d.id,
        event: d.event,
        state: d.state,
        attempts: d.attempts,
        status: d.status,
        ms: d.ms,
        error: d.error,
        created_at: sql<string>`${isoOf(d.createdAt)}`,
        next_at: sql<string>`${isoOf(d.nextAt)}`,
      })
      .from(d)
      .where(and(eq(d.teamId, teamId), eq(d.webhookId, webhookId)))
      .orderBy(desc(d.createdAt), desc(d.id))
      .limit(SHOWN),

  /** As its reader may see it, where it is for everybody in the team. */
  async memoryToSend(id: MemoryId): Promise<SentMemory | undefined> {
    const [found] = await tx
      .select({
        id: m.id,
        kind: m.kind,
        status: m.status,
        statement: m.statement,
        reason: m.reason,
        version: m.version,
        project_id: m.projectId,
        // An id, too, says that there is something.
        successor_id: sql<string | null>`(select s.id from teamlore.memories s
          where s.id = memories.successor_id and s.private_to is null)`,
      })
      .from(m)
      .where(
        and(
          eq(m.teamId, teamId),
          eq(m.id, id),
          isNull(m.privateTo),
          sql`not teamlore.rests_on_narrower(${m.id}, ${m.projectId})`,
        ),
      )
    return found
  },
})

export const createWebhookDeliveries = (tx: DbExecutor, scope: DbScope) => ({
  ...reads(tx, scope),
  ...writes(tx, scope),
})

/** Of all teams: what is to be sent now and has no job, because it was lost or is a later attempt; and what is old. */
export const createWebhookSweep = (tx: DbExecutor) => ({
  async forgetOld(): Promise<void> {
    await tx.delete(d).where(sql`${d.createdAt} < now() - ${KEPT_DAYS}::int * interval '1 day'`)
  },

  due: (limit: number): Promise<{ teamId: TeamId; deliveryId: WebhookDeliveryId }[]> =>
    tx
      .select({ teamId: d.teamId, deliveryId: d.id })
      .from(d)
      .innerJoin(w, and(eq(w.id, d.webhookId), eq(w.isOn, true)))
      .where(
        and(
          eq(d.state, 'waiting'),
          sql`${d.nextAt} <= now()`,
          sql`(${d.heldUntil} is null or ${d.heldUntil} <= now())`,
        ),
      )
      .orderBy(d.nextAt)
      .limit(limit),
})
