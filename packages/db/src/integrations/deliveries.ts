import type { DeliveryId, IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import type { HookDelivery } from '@teamlore/shared/integrations'
import { and, desc, eq, isNull, lt, lte, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { hookDeliveriesTable, integrationRepositoriesTable, pullRequestsTable } from './table.ts'

export type NewDelivery = {
  id: DeliveryId
  integrationId: IntegrationId
  delivery: string
  event: string
  action: string | null
  state: 'waiting' | 'ignored'
}

/** A comment that asks for something and waits for its answer. */
export type WaitingCommand = {
  id: DeliveryId
  commentId: string
  /** It stands beside a line of code. */
  isOnLine: boolean
  answeringSince: Date | null
}

const d = hookDeliveriesTable

/** Deliveries of a host are kept for this long, and so many of them at most. */
const KEPT_DAYS = 30

export const createHookDeliveries = (tx: DbExecutor, scope: DbScope) => ({
  ...createReads(tx, scope),
  ...createWrites(tx, scope),
  ...createCommands(tx, scope),
})

const createWrites = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (integrationId: IntegrationId) =>
    and(eq(d.teamId, teamId), eq(d.integrationId, integrationId))
  return {
    /** @returns false where the host has sent it before. */
    async add(delivery: NewDelivery, at: Date): Promise<boolean> {
      const added = await tx
        .insert(d)
        .values({ ...delivery, teamId, receivedAt: at })
        .onConflictDoNothing({ target: [d.integrationId, d.delivery] })
        .returning({ id: d.id })
      return added.length > 0
    },

    async isOfPullRequest(id: DeliveryId, pullRequestId: PullRequestId): Promise<void> {
      await tx
        .update(d)
        .set({ pullRequestId })
        .where(and(eq(d.teamId, teamId), eq(d.id, id)))
    },

    async wait(id: DeliveryId): Promise<void> {
      await tx
        .update(d)
        .set({ state: 'waiting', error: null })
        .where(and(eq(d.teamId, teamId), eq(d.id, id)))
    },

    /** All that waited for this pull request when it was taken, or, without one, for the list of repositories. */
    async settle(
      integrationId: IntegrationId,
      pullRequestId: PullRequestId | null,
      { until, error }: { until: Date; error: string | null },
    ): Promise<void> {
      await tx
        .update(d)
        .set({ state: error === null ? 'done' : 'failed', error })
        .where(
          and(
            isOf(integrationId),
            pullRequestId === null ? isNull(d.pullRequestId) : eq(d.pullRequestId, pullRequestId),
            sql`${d.state} in ('waiting', 'failed')`,
            lte(d.receivedAt, until),
          ),
        )
    },

    async forgetOld(integrationId: IntegrationId): Promise<void> {
      await tx
        .delete(d)
        .where(
          and(
            isOf(integrationId),
            sql`${d.receivedAt} < now() - ${KEPT_DAYS}::int * interval '1 day'`,
          ),
        )
    },
  }
}

const MAX_COMMANDS = 200

const createCommands = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: DeliveryId) => and(eq(d.teamId, teamId), eq(d.id, id))
  return {
    async isOfComment(id: DeliveryId, commentId: string, isOnLine: boolean): Promise<void> {
      await tx.update(d).set({ commentId, isOnLine }).where(isThis(id))
    },

    /** Those that wait on a pull request since before a time, the oldest first. */
    async commands(pullRequestId: PullRequestId, until: Date): Promise<WaitingCommand[]> {
      const found = await tx
        .select({
          id: d.id,
          commentId: d.commentId,
          isOnLine: d.isOnLine,
          answeringSince: d.answeringSince,
        })
        .from(d)
        .where(
          and(
            eq(d.teamId, teamId),
            eq(d.pullRequestId, pullRequestId),
            eq(d.state, 'waiting'),
            lte(d.receivedAt, until),
          ),
        )
        .orderBy(d.id)
        .limit(MAX_COMMANDS)
      return found.flatMap(({ commentId, ...one }) =>
        commentId === null
          ? []
          : [
              {
                id: one.id,
                commentId,
                isOnLine: one.isOnLine,
                answeringSince: one.answeringSince,
              },
            ],
      )
    },

    /** Written before an answer is made, so that who comes after a kill knows that there may be one. */
    async noteAnswering(id: DeliveryId, at: Date): Promise<void> {
      await tx.update(d).set({ answeringSince: at }).where(isThis(id))
    },

    async settleCommand(
      id: DeliveryId,
      { state, error }: { state: 'done' | 'ignored'; error: string | null },
    ): Promise<void> {
      await tx.update(d).set({ state, error, answeringSince: null }).where(isThis(id))
    },
  }
}

const createReads = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (integrationId: IntegrationId) =>
    and(eq(d.teamId, teamId), eq(d.integrationId, integrationId))
  return {
    async find(id: DeliveryId) {
      const [found] = await tx
        .select({ integrationId: d.integrationId, pullRequestId: d.pullRequestId })
        .from(d)
        .where(and(eq(d.teamId, teamId), eq(d.id, id)))
      return found
    },

    /** The newest first. */
    async list(
      integrationId: IntegrationId,
      { limit, before }: { limit: number; before: string | undefined },
    ): Promise<HookDelivery[]> {
      const p = pullRequestsTable
      const r = integrationRepositoriesTable
      return tx
        .select({
          id: d.id,
          delivery: d.delivery,
          event: d.event,
          action: d.action,
          repository: r.fullName,
          number: p.number,
          state: d.state,
          // What keeps one waiting is known of its pull request.
          error: sql<
            string | null
          >`coalesce(${d.error}, case when ${d.state} = 'waiting' then ${p.error} end)`,
          received_at: isoOf(d.receivedAt),
        })
        .from(d)
        .leftJoin(p, eq(p.id, d.pullRequestId))
        .leftJoin(r, and(eq(r.integrationId, p.integrationId), eq(r.repositoryId, p.repositoryId)))
        .where(
          and(
            isOf(integrationId),
            before === undefined ? undefined : lt(d.id, before as DeliveryId),
          ),
        )
        .orderBy(desc(d.id))
        .limit(limit)
    },
  }
}
