import type { TeamId, UserId } from '@teamlore/shared'
import type { WebhookId } from '@teamlore/shared/ids'
import type { WebhookEvent } from '@teamlore/shared/webhooks'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { webhooksTable } from './table.ts'

/** As it is stored; its secrets are encrypted by the use cases. */
export type StoredWebhook = {
  id: WebhookId
  teamId: TeamId
  url: string
  events: WebhookEvent[]
  isOn: boolean
  sealed: string
  oldSealed: string | null
  oldUntil: string | null
  error: string | null
  answeredAt: string | null
  createdAt: string
}

const w = webhooksTable

export const STORED_WEBHOOK = {
  id: w.id,
  teamId: w.teamId,
  url: w.url,
  events: w.events,
  isOn: w.isOn,
  sealed: w.sealed,
  oldSealed: w.oldSealed,
  oldUntil: isoOf(w.oldUntil),
  error: w.error,
  answeredAt: isoOf(w.answeredAt),
  createdAt: sql<string>`${isoOf(w.createdAt)}`,
}

export const createWebhookRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: WebhookId) => and(eq(w.teamId, teamId), eq(w.id, id))
  return {
    list: (): Promise<StoredWebhook[]> =>
      tx.select(STORED_WEBHOOK).from(w).where(eq(w.teamId, teamId)).orderBy(w.id).limit(100),

    async find(id: WebhookId): Promise<StoredWebhook | undefined> {
      const [found] = await tx.select(STORED_WEBHOOK).from(w).where(isThis(id))
      return found
    },

    async add(webhook: {
      id: WebhookId
      url: string
      events: WebhookEvent[]
      sealed: string
      createdBy: UserId
      createdAt: Date
    }): Promise<void> {
      await tx.insert(w).values({ ...webhook, teamId })
    },

    /** Switched on again, it starts without what failed before. */
    async set(
      id: WebhookId,
      { events, isOn }: { events: WebhookEvent[]; isOn: boolean },
    ): Promise<void> {
      await tx
        .update(w)
        .set({
          events,
          isOn,
          failures: sql`case when ${isOn}::boolean and not is_on then 0 else failures end`,
          error: sql`case when ${isOn}::boolean and not is_on then null else error end`,
        })
        .where(isThis(id))
    },

    /** The secret that signed so far signs as well until then. */
    async rotate(id: WebhookId, sealed: string, until: Date): Promise<void> {
      await tx.update(w).set({ sealed, oldSealed: w.sealed, oldUntil: until }).where(isThis(id))
    },

    async noteAnswer(id: WebhookId, at: Date): Promise<void> {
      await tx.update(w).set({ answeredAt: at, failures: 0, error: null }).where(isThis(id))
    },

    /** @returns whether this switched it off: at once, or after so many deliveries in a row that were given up. */
    async noteFailure(
      id: WebhookId,
      { error, gaveUp, off }: { error: string; gaveUp: boolean; off: number },
    ): Promise<boolean> {
      const [noted] = await tx
        .update(w)
        .set({
          error,
          failures: sql`failures + ${gaveUp ? 1 : 0}::int`,
          isOn: sql`is_on and failures + ${gaveUp ? 1 : 0}::int < ${off}::int`,
        })
        .where(and(isThis(id), eq(w.isOn, true)))
        .returning({ isOn: w.isOn })
      return noted?.isOn === false
    },

    /** With its deliveries. @returns false where there was none. */
    async remove(id: WebhookId): Promise<boolean> {
      const removed = await tx.delete(w).where(isThis(id)).returning({ id: w.id })
      return removed.length > 0
    },
  }
}
