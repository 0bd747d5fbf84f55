import type { TeamId, UserId } from '@teamlore/shared'
import type { IntegrationId } from '@teamlore/shared/ids'
import type { IntegrationKind, IntegrationState } from '@teamlore/shared/integrations'
import { and, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { iso, isoOf } from '../sql/page.ts'
import { integrationsTable } from './table.ts'

/** A connected host as it is stored; its keys are encrypted by whoever stores them. */
export type StoredIntegration = {
  id: IntegrationId
  teamId: TeamId
  kind: IntegrationKind
  state: IntegrationState
  webUrl: string
  apiUrl: string
  pagesUrl: string
  answerHash: string | null
  appId: string | null
  appSlug: string | null
  account: string | null
  sealed: string | null
  showsNames: boolean
  makesHooks: boolean
  permissions: Record<string, string>
  connectedAt: string | null
  answeredAt: string | null
  error: string | null
  errorAt: string | null
}

/** With what hangs on it. */
export type ListedIntegration = StoredIntegration & {
  repositories: number
  lastDeliveryAt: string | null
}

export type NewIntegration = Pick<
  StoredIntegration,
  'id' | 'kind' | 'webUrl' | 'apiUrl' | 'pagesUrl' | 'answerHash'
> & { createdBy: UserId; createdAt: Date; makesHooks?: boolean }

/** What the host made, with its keys encrypted. */
export type MadeApp = { appId: string; appSlug: string; account: string; sealed: string }

const i = integrationsTable

const STORED = {
  id: i.id,
  teamId: i.teamId,
  kind: i.kind,
  state: i.state,
  webUrl: i.webUrl,
  apiUrl: i.apiUrl,
  pagesUrl: i.pagesUrl,
  answerHash: i.answerHash,
  appId: i.appId,
  appSlug: i.appSlug,
  account: i.account,
  sealed: i.sealed,
  showsNames: i.showsNames,
  makesHooks: i.makesHooks,
  permissions: i.permissions,
  connectedAt: isoOf(i.connectedAt),
  answeredAt: isoOf(i.answeredAt),
  error: i.error,
  errorAt: isoOf(i.errorAt),
}

const findOne = async (
  tx: DbExecutor,
  where: SQL | undefined,
): Promise<StoredIntegration | undefined> => {
  const [found] = await tx.select(STORED).from(i).where(where)
  return found
}

export const createIntegrationRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createReads(tx, scope),
  ...createWrites(tx, scope),
})

const createReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  async list(): Promise<ListedIntegration[]> {
    return tx
      .select({
        ...STORED,
        repositories: sql<number>`(select count(*)::int from teamlore.integration_repositories r
          where r.integration_id = integrations.id)`,
        lastDeliveryAt: sql<
          string | null
        >`(select ${iso(sql`d.received_at`)} from teamlore.hook_deliveries d
          where d.integration_id = integrations.id order by d.id desc limit 1)`,
      })
      .from(i)
      .where(eq(i.teamId, teamId))
      .orderBy(i.id)
      .limit(100)
  },

  find: (id: IntegrationId): Promise<StoredIntegration | undefined> =>
    findOne(tx, and(eq(i.teamId, teamId), eq(i.id, id))),

  /** The one that waits for this answer of a host, for who began it. */
  findStarted(
    id: IntegrationId,
    { answerHash, createdBy, since }: { answerHash: string; createdBy: UserId; since: Date },
  ): Promise<StoredIntegration | undefined> {
    return findOne(
      tx,
      and(
        eq(i.teamId, teamId),
        eq(i.id, id),
        eq(i.state, 'started'),
        eq(i.answerHash, answerHash),
        eq(i.createdBy, createdBy),
        gte(i.createdAt, since),
      ),
    )
  },
})

const createWrites = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: IntegrationId) => and(eq(i.teamId, teamId), eq(i.id, id))
  return {
    async add(integration: NewIntegration): Promise<void> {
      await tx.insert(i).values({ ...integration, teamId, state: 'started' })
    },

    /** What somebody began and did not end. */
    async removeStarted(createdBy: UserId): Promise<void> {
      await tx
        .delete(i)
        .where(and(eq(i.teamId, teamId), eq(i.state, 'started'), eq(i.createdBy, createdBy)))
    },

    /** The answer of the host is taken once. @returns false where it was taken, or another one is expected. */
    async connect(
      id: IntegrationId,
      answerHash: string,
      { appId, appSlug, account, sealed }: MadeApp,
      at: Date,
    ): Promise<boolean> {
      const made = await tx
        .update(i)
        .set({
          state: 'connected',
          answerHash: null,
          appId,
          appSlug,
          account,
          sealed,
          connectedAt: at,
          answeredAt: at,
        })
        .where(and(isThis(id), eq(i.answerHash, answerHash)))
        .returning({ id: i.id })
      return made.length > 0
    },

    /** Other keys of the same account. */
    async setSealed(id: IntegrationId, sealed: string, at: Date): Promise<void> {
      await tx
        .update(i)
        .set({ sealed, answeredAt: at, error: null, errorAt: null })
        .where(isThis(id))
    },

    async setShowsNames(id: IntegrationId, showsNames: boolean): Promise<void> {
      await tx.update(i).set({ showsNames }).where(isThis(id))
    },

    /** The host answered, and said what the app may do where that was asked. */
    async noteAnswer(
      id: IntegrationId,
      at: Date,
      permissions?: Record<string, string>,
    ): Promise<void> {
      await tx
        .update(i)
        .set({ answeredAt: at, error: null, errorAt: null, permissions })
        .where(isThis(id))
    },

    async noteError(id: IntegrationId, error: string, at: Date): Promise<void> {
      await tx.update(i).set({ error, errorAt: at }).where(isThis(id))
    },

    /** With its repositories, deliveries and pull requests. @returns false where there was none. */
    async remove(id: IntegrationId): Promise<boolean> {
      const removed = await tx.delete(i).where(isThis(id)).returning({ id: i.id })
      return removed.length > 0
    },
  }
}

/** Of all teams: for what a host sends, where no team is known yet, and for what is done on time. */
export const createAllIntegrations = (tx: DbExecutor) => ({
  find: (id: IntegrationId): Promise<StoredIntegration | undefined> => findOne(tx, eq(i.id, id)),

  connected: (): Promise<{ teamId: TeamId; id: IntegrationId }[]> =>
    tx
      .select({ teamId: i.teamId, id: i.id })
      .from(i)
      .where(eq(i.state, 'connected'))
      .orderBy(i.id)
      .limit(10_000),
})
