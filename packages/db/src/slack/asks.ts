import type { TeamId } from '@teamlore/shared'
import type { DeliveryId, SlackId } from '@teamlore/shared/ids'
import type { SlackAskKind, SlackDelivery, SlackDeliveryState } from '@teamlore/shared/slack'
import { and, desc, eq, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { slackAsksTable } from './table.ts'

export type NewSlackAsk = {
  id: DeliveryId
  slackId: SlackId
  delivery: string
  kind: SlackAskKind
  state: SlackDeliveryState
  /** What was said, encrypted. */
  sealed: string | null
}

/** As its holder found it. */
export type HeldSlackAsk = {
  id: DeliveryId
  slackId: SlackId
  delivery: string
  kind: SlackAskKind
  sealed: string | null
  stepsDone: string[]
  step: string | null
  stepSince: Date | null
  receivedAt: Date
  /** When an admin asked for it to be done again. */
  againAt: Date | null
}

const k = slackAsksTable

const HELD = {
  id: k.id,
  slackId: k.slackId,
  delivery: k.delivery,
  kind: k.kind,
  sealed: k.sealed,
  stepsDone: k.stepsDone,
  step: k.step,
  stepSince: k.stepSince,
  receivedAt: k.receivedAt,
  againAt: k.againAt,
}

/** Kept for so long; what was said is gone with the answer, and where that failed after a day. */
const KEPT_DAYS = 30
const FAILED_HOURS = 24

export const createSlackAskRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createTaking(tx, scope),
  ...createSteps(tx, scope),
  ...createEnds(tx, scope),
})

const createTaking = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: DeliveryId) => and(eq(k.teamId, teamId), eq(k.id, id))
  return {
    /** @returns false where Slack has sent it before. */
    async add(ask: NewSlackAsk, at: Date): Promise<boolean> {
      const added = await tx
        .insert(k)
        .values({ ...ask, teamId, receivedAt: at })
        .onConflictDoNothing({ target: [k.slackId, k.delivery] })
        .returning({ id: k.id })
      return added.length > 0
    },

    /** Takes it, unless somebody else works on it or it is over. */
    async hold(
      id: DeliveryId,
      holder: string,
      { now, until }: { now: Date; until: Date },
    ): Promise<HeldSlackAsk | undefined> {
      const [taken] = await tx
        .update(k)
        .set({ holder, heldUntil: until })
        .where(
          and(
            isThis(id),
            eq(k.state, 'waiting'),
            or(isNull(k.heldUntil), lte(k.heldUntil, now), eq(k.holder, holder)),
          ),
        )
        .returning(HELD)
      return taken
    },

    async isWaiting(id: DeliveryId): Promise<boolean> {
      const found = await tx
        .select({ id: k.id })
        .from(k)
        .where(and(isThis(id), eq(k.state, 'waiting')))
      return found.length > 0
    },

    /** The newest first. */
    list: (
      slackId: SlackId,
      { limit, before }: { limit: number; before: string | undefined },
    ): Promise<SlackDelivery[]> =>
      tx
        .select({
          id: k.id,
          delivery: k.delivery,
          kind: k.kind,
          state: k.state,
          error: k.error,
          can_replay: sql<boolean>`${k.state} = 'failed' and (${k.sealed} is not null or ${k.kind} = 'digest')`,
          received_at: isoOf(k.receivedAt),
        })
        .from(k)
        .where(
          and(
            eq(k.teamId, teamId),
            eq(k.slackId, slackId),
            before === undefined ? undefined : lt(k.id, before as DeliveryId),
          ),
        )
        .orderBy(desc(k.id))
        .limit(limit),
  }
}

const createSteps = (tx: DbExecutor, { teamId }: DbScope) => {
  const isHeldBy = (id: DeliveryId, holder: string) =>
    and(eq(k.teamId, teamId), eq(k.id, id), eq(k.holder, holder))
  return {
    /** Written before something is posted, so that who comes after a kill knows that it may have been. @returns whether it is still held. */
    async noteStep(id: DeliveryId, holder: string, step: string, at: Date): Promise<boolean> {
      const noted = await tx
        .update(k)
        .set({ step, stepSince: at })
        .where(isHeldBy(id, holder))
        .returning({ id: k.id })
      return noted.length > 0
    },

    /** It is certain that nothing was posted. */
    async dropStep(id: DeliveryId, holder: string): Promise<void> {
      await tx.update(k).set({ step: null, stepSince: null }).where(isHeldBy(id, holder))
    },

    async noteStepDone(id: DeliveryId, step: string): Promise<void> {
      await tx
        .update(k)
        .set({
          stepsDone: sql`array_append(${k.stepsDone}, ${step}::text)`,
          step: null,
          stepSince: null,
        })
        .where(and(eq(k.teamId, teamId), eq(k.id, id)))
    },
  }
}

const createEnds = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: DeliveryId) => and(eq(k.teamId, teamId), eq(k.id, id))
  return {
    async find(
      id: DeliveryId,
    ): Promise<
      | (Pick<HeldSlackAsk, 'slackId' | 'kind' | 'sealed'> & { state: SlackDeliveryState })
      | undefined
    > {
      const [found] = await tx
        .select({ slackId: k.slackId, kind: k.kind, sealed: k.sealed, state: k.state })
        .from(k)
        .where(isThis(id))
      return found
    },

    /** Waits again since now, with steps that count as not done. */
    async again(
      id: DeliveryId,
      { undone, at }: { undone: readonly string[]; at: Date },
    ): Promise<void> {
      const left = undone.reduce<SQL>(
        (steps, step) => sql`array_remove(${steps}, ${step}::text)`,
        sql`${k.stepsDone}`,
      )
      await tx
        .update(k)
        .set({ state: 'waiting', error: null, stepsDone: left, notBefore: at, againAt: at })
        .where(and(isThis(id), eq(k.state, 'failed')))
    },

    /** Over, and what was said is gone; where it failed, after a day. */
    async settle(
      id: DeliveryId,
      { state, error }: { state: Exclude<SlackDeliveryState, 'waiting'>; error: string | null },
    ): Promise<void> {
      await tx
        .update(k)
        .set({
          state,
          error,
          sealed: state === 'failed' ? k.sealed : null,
          holder: null,
          heldUntil: null,
          notBefore: null,
        })
        .where(isThis(id))
    },

    /** Given back to be tried again. */
    async giveBack(
      id: DeliveryId,
      holder: string,
      { error, notBefore }: { error: string; notBefore: Date },
    ): Promise<void> {
      await tx
        .update(k)
        .set({ error, notBefore, holder: null, heldUntil: null })
        .where(and(isThis(id), eq(k.holder, holder)))
    },
  }
}

/** Of all teams: what waits and has no job, because it was lost or Slack asked to wait. */
export const createSlackSweep = (tx: DbExecutor) => ({
  /** @returns false where it was written down before. */
  async addDigest(
    digest: { id: DeliveryId; teamId: TeamId; slackId: SlackId; delivery: string },
    at: Date,
  ): Promise<boolean> {
    const added = await tx
      .insert(k)
      .values({ ...digest, kind: 'digest', state: 'waiting', receivedAt: at })
      .onConflictDoNothing({ target: [k.slackId, k.delivery] })
      .returning({ id: k.id })
    return added.length > 0
  },

  async forgetOld(): Promise<void> {
    await tx
      .update(k)
      .set({ sealed: null })
      .where(
        and(
          eq(k.state, 'failed'),
          isNotNull(k.sealed),
          sql`coalesce(${k.againAt}, ${k.receivedAt}) < now() - ${FAILED_HOURS}::int * interval '1 hour'`,
        ),
      )
    await tx.delete(k).where(sql`${k.receivedAt} < now() - ${KEPT_DAYS}::int * interval '1 day'`)
  },

  due: (
    { quietSeconds }: { quietSeconds: number },
    limit: number,
  ): Promise<{ teamId: TeamId; askId: DeliveryId }[]> =>
    tx
      .select({ teamId: k.teamId, askId: k.id })
      .from(k)
      .where(
        and(
          eq(k.state, 'waiting'),
          sql`case when ${k.notBefore} is null then ${k.receivedAt} < now() - ${quietSeconds}::int * interval '1 second'
            else ${k.notBefore} <= now() end`,
        ),
      )
      .orderBy(k.receivedAt)
      .limit(limit),
})
