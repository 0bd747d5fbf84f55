import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { SlackId } from '@teamlore/shared/ids'
import type { SlackState } from '@teamlore/shared/slack'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { iso, isoOf } from '../sql/page.ts'
import { slackAppsTable } from './table.ts'

/** A connected app as it is stored; its keys are encrypted by whoever stores them. */
export type StoredSlack = {
  id: SlackId
  teamId: TeamId
  state: SlackState
  webUrl: string
  apiUrl: string
  pagesUrl: string
  sealed: string | null
  appId: string | null
  workspaceId: string | null
  workspaceName: string | null
  scopes: string[]
  digestChannel: string | null
  digestSince: Date | null
  projectId: ProjectId | null
  connectedAt: string | null
  answeredAt: string | null
  error: string | null
  errorAt: string | null
  /** Whether this server opens a socket to Slack, instead of Slack sending to its address. */
  bySocket: boolean
}

export type ListedSlack = StoredSlack & {
  lastDeliveryAt: string | null
  /** Since when the socket is open; null where no worker has it open. */
  socketSince: string | null
}

export type NewSlack = Pick<StoredSlack, 'id' | 'webUrl' | 'apiUrl' | 'pagesUrl' | 'bySocket'> & {
  createdBy: UserId
  createdAt: Date
}

/** What a workspace let in, with its token encrypted among the keys. */
export type InstalledSlack = {
  sealed: string
  appId: string
  workspaceId: string
  workspaceName: string
  scopes: string[]
  bySocket: boolean
}

const a = slackAppsTable

export const STORED = {
  id: a.id,
  teamId: a.teamId,
  state: a.state,
  webUrl: a.webUrl,
  apiUrl: a.apiUrl,
  pagesUrl: a.pagesUrl,
  sealed: a.sealed,
  appId: a.appId,
  workspaceId: a.workspaceId,
  workspaceName: a.workspaceName,
  scopes: a.scopes,
  digestChannel: a.digestChannel,
  digestSince: a.digestSince,
  projectId: a.projectId,
  connectedAt: isoOf(a.connectedAt),
  answeredAt: isoOf(a.answeredAt),
  error: a.error,
  errorAt: isoOf(a.errorAt),
  bySocket: a.bySocket,
}

const findOne = async (
  tx: DbExecutor,
  where: SQL | undefined,
): Promise<StoredSlack | undefined> => {
  const [found] = await tx.select(STORED).from(a).where(where)
  return found
}

export const createSlackAppRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createReads(tx, scope),
  ...createWrites(tx, scope),
})

const createReads = (tx: DbExecutor, { teamId }: DbScope) => ({
  list: (): Promise<ListedSlack[]> =>
    tx
      .select({
        ...STORED,
        lastDeliveryAt: sql<
          string | null
        >`(select ${iso(sql`d.received_at`)} from teamlore.slack_asks d
          where d.slack_id = slack_apps.id and d.kind <> 'digest' order by d.id desc limit 1)`,
        socketSince: sql<
          string | null
        >`case when ${a.socketUntil} > now() then ${iso(sql`${a.socketSince}`)} end`,
      })
      .from(a)
      .where(eq(a.teamId, teamId))
      .orderBy(a.id)
      .limit(100),

  find: (id: SlackId): Promise<StoredSlack | undefined> =>
    findOne(tx, and(eq(a.teamId, teamId), eq(a.id, id))),

  /** Until the transaction ends nobody else gives it keys or a token. */
  async findAndLock(id: SlackId): Promise<StoredSlack | undefined> {
    const isThis = and(eq(a.teamId, teamId), eq(a.id, id))
    const [found] = await tx.select(STORED).from(a).where(isThis).for('update')
    return found
  },

  /** The one that waits for this answer of Slack, for who began it. */
  findWaiting(
    id: SlackId,
    { answerHash, createdBy }: { answerHash: string; createdBy: UserId },
  ): Promise<StoredSlack | undefined> {
    return findOne(
      tx,
      and(
        eq(a.teamId, teamId),
        eq(a.id, id),
        eq(a.answerHash, answerHash),
        eq(a.createdBy, createdBy),
      ),
    )
  },
})

const createWrites = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: SlackId) => and(eq(a.teamId, teamId), eq(a.id, id))
  return {
    async add(slack: NewSlack): Promise<void> {
      await tx.insert(a).values({ ...slack, teamId, state: 'started' })
    },

    /** What somebody began and did not end. */
    async removeStarted(createdBy: UserId): Promise<void> {
      await tx
        .delete(a)
        .where(and(eq(a.teamId, teamId), eq(a.state, 'started'), eq(a.createdBy, createdBy)))
    },

    /** Keys of the app, of which a workspace may answer once now. */
    async keep(id: SlackId, sealed: string, answerHash: string | null): Promise<void> {
      await tx.update(a).set({ sealed, answerHash }).where(isThis(id))
    },

    /** @returns false where the answer was taken, or another one is expected. */
    async connect(
      id: SlackId,
      answerHash: string | null,
      { sealed, appId, workspaceId, workspaceName, scopes, bySocket }: InstalledSlack,
      at: Date,
    ): Promise<boolean> {
      const made = await tx
        .update(a)
        .set({
          state: 'connected',
          answerHash: null,
          sealed,
          appId,
          workspaceId,
          workspaceName,
          scopes,
          bySocket,
          connectedAt: at,
          answeredAt: at,
          error: null,
          errorAt: null,
        })
        .where(and(isThis(id), answerHash === null ? undefined : eq(a.answerHash, answerHash)))
        .returning({ id: a.id })
      return made.length > 0
    },

    async set(
      id: SlackId,
      set: { digestChannel: string | null; digestSince: Date | null; projectId: ProjectId | null },
    ): Promise<void> {
      const { digestChannel, digestSince, projectId } = set
      await tx.update(a).set({ digestChannel, digestSince, projectId }).where(isThis(id))
    },

    async noteAnswer(id: SlackId, at: Date): Promise<void> {
      await tx.update(a).set({ answeredAt: at, error: null, errorAt: null }).where(isThis(id))
    },

    async noteError(id: SlackId, error: string, at: Date): Promise<void> {
      await tx.update(a).set({ error, errorAt: at }).where(isThis(id))
    },

    /** With all that was asked. @returns false where there was none. */
    async remove(id: SlackId): Promise<boolean> {
      const removed = await tx.delete(a).where(isThis(id)).returning({ id: a.id })
      return removed.length > 0
    },
  }
}

/** Of all teams: for what Slack sends, where no team is known yet. */
export const createAllSlackApps = (tx: DbExecutor) => ({
  find: (id: SlackId): Promise<StoredSlack | undefined> => findOne(tx, eq(a.id, id)),

  /** Those that want a digest since before a time. */
  withDigest: (before: Date): Promise<{ teamId: TeamId; id: SlackId }[]> =>
    tx
      .select({ teamId: a.teamId, id: a.id })
      .from(a)
      .where(
        and(
          eq(a.state, 'connected'),
          sql`${a.digestChannel} is not null and ${a.digestSince} <= ${before.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(a.id)
      .limit(10_000),
})
