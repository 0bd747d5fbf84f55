import type { IncomingEventId, IncomingHookId } from '@teamlore/shared/ids'
import type {
  IncomingEvent,
  IncomingEventState,
  IncomingType,
} from '@teamlore/shared/incoming-hooks'
import { and, desc, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { incomingEventsTable } from './table.ts'

export type ArrivedEvent = {
  id: IncomingEventId
  hookId: IncomingHookId
  /** What its sender calls it. */
  messageId: string
  type: IncomingType
}

const e = incomingEventsTable

const KEPT_DAYS = 30
const SHOWN = 100

/** What came in, once for each id of its sender. */
export const createIncomingEvents = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (hookId: IncomingHookId, messageId: string) =>
    and(eq(e.teamId, teamId), eq(e.hookId, hookId), eq(e.messageId, messageId))
  return {
    /** @returns `mine`: it is to be taken now. `done`: it was. `held`: somebody else takes it. */
    async begin(
      { id, hookId, messageId, type }: ArrivedEvent,
      { now, until }: { now: Date; until: Date },
    ): Promise<'mine' | 'done' | 'held'> {
      const [mine] = await tx
        .insert(e)
        .values({
          id,
          teamId,
          hookId,
          messageId,
          type,
          state: 'taking',
          receivedAt: now,
          heldUntil: until,
        })
        .onConflictDoUpdate({
          target: [e.hookId, e.messageId],
          set: { state: 'taking', type, heldUntil: until },
          setWhere: sql`${e.state} = 'failed' or (${e.state} = 'taking' and ${e.heldUntil} <= ${now.toISOString()}::timestamptz)`,
        })
        .returning({ id: e.id })
      if (mine !== undefined) return 'mine'
      const [known] = await tx.select({ state: e.state }).from(e).where(isOf(hookId, messageId))
      return known?.state === 'done' ? 'done' : 'held'
    },

    async end(
      { hookId, messageId }: Pick<ArrivedEvent, 'hookId' | 'messageId'>,
      { state, result }: { state: IncomingEventState; result: string },
    ): Promise<void> {
      await tx.update(e).set({ state, result, heldUntil: null }).where(isOf(hookId, messageId))
    },

    /** The newest first. */
    list: (hookId: IncomingHookId): Promise<IncomingEvent[]> =>
      tx
        .select({
          id: e.id,
          message_id: e.messageId,
          type: e.type,
          state: e.state,
          result: e.result,
          received_at: sql<string>`${isoOf(e.receivedAt)}`,
        })
        .from(e)
        .where(and(eq(e.teamId, teamId), eq(e.hookId, hookId)))
        .orderBy(desc(e.receivedAt), desc(e.id))
        .limit(SHOWN),
  }
}

/** Of all teams. */
export const createIncomingSweep = (tx: DbExecutor) => ({
  async forgetOld(): Promise<void> {
    await tx.delete(e).where(sql`${e.receivedAt} < now() - ${KEPT_DAYS}::int * interval '1 day'`)
  },
})
