import type { IncomingEventId, IncomingHookId } from '@teamlore/shared/ids'
import type {
  IncomingEvent,
  IncomingEventState,
  IncomingType,
} from '@teamlore/shared/incoming-hooks'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
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
  /** What it is about, the same for each event of one build; null where none follows another. */
  about: string | null
  /** As its tool says. */
  happenedAt: Date | null
}

const e = incomingEventsTable

const KEPT_DAYS = 30
const SHOWN = 100

/** Of events that are about the same. */
const order = (tx: DbExecutor, teamId: DbScope['teamId']) => ({
  /** Until the end of the transaction nobody else begins one that is about the same. */
  async lockAbout({ hookId, about }: Pick<ArrivedEvent, 'hookId' | 'about'>): Promise<void> {
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`incoming ${hookId} ${about}`}, 0))`,
    )
  },

  /** How others that are about the same stand to one that was begun: one is being taken, or one was that happened later. */
  async besides(
    { hookId, messageId, about }: Pick<ArrivedEvent, 'hookId' | 'messageId' | 'about'>,
    now: Date,
  ): Promise<{ isHeld: boolean; isOvertaken: boolean }> {
    const own = sql`(select o.happened_at from teamlore.incoming_events o
        where o.team_id = ${teamId} and o.hook_id = ${hookId} and o.message_id = ${messageId})`
    const [found] = await tx
      .select({
        isHeld: sql<boolean>`coalesce(bool_or(${e.state} = 'taking' and ${e.heldUntil} > ${now.toISOString()}::timestamptz), false)`,
        isOvertaken: sql<boolean>`coalesce(bool_or(${e.state} = 'done' and ${e.happenedAt} > ${own}), false)`,
      })
      .from(e)
      .where(
        and(
          eq(e.teamId, teamId),
          eq(e.hookId, hookId),
          eq(e.about, about ?? ''),
          ne(e.messageId, messageId),
        ),
      )
    return found ?? { isHeld: false, isOvertaken: false }
  },
})

/** What came in, once for each id of its sender. */
export const createIncomingEvents = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (hookId: IncomingHookId, messageId: string) =>
    and(eq(e.teamId, teamId), eq(e.hookId, hookId), eq(e.messageId, messageId))
  return {
    ...order(tx, teamId),

    /** @returns `mine`: it is to be taken now. `done`: it was. `held`: somebody else takes it. */
    async begin(
      { id, hookId, messageId, type, about, happenedAt }: ArrivedEvent,
      { now, until }: { now: Date; until: Date },
    ): Promise<'mine' | 'done' | 'held'> {
      // Of what its tool does not date, the first attempt says when; nothing happened later than it came in.
      const happened = happenedAt === null || happenedAt > now ? now : happenedAt
      const said = happenedAt === null ? null : happenedAt.toISOString()
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
          about,
          happenedAt: happened,
        })
        .onConflictDoUpdate({
          target: [e.hookId, e.messageId],
          set: {
            state: 'taking',
            type,
            heldUntil: until,
            about,
            happenedAt: sql`least(${said}::timestamptz, ${e.receivedAt})`,
          },
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
