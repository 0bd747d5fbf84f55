import type { DismissalId, IntegrationId, PullRequestId } from '@teamlore/shared/ids'
import type { PostedComment, PullRequestOutcome, RequiredKind } from '@teamlore/shared/integrations'
import { and, desc, eq, gte, isNotNull, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { createFailedPullRequests } from './failed-pull-requests.ts'
import { createPullRequestOutcomes } from './pull-request-outcomes.ts'
import type { HostedRepository } from './repositories.ts'
import { createShownMemories } from './shown-memories.ts'
import { integrationRepositoriesTable, pullRequestsTable, type ShownItem } from './table.ts'

/** A pull request and what stands on it, as its holder found it. */
export type HeldPullRequest = HostedRepository & {
  id: PullRequestId
  integrationId: IntegrationId
  number: number
  askedAt: Date
  postingSince: Date | null
  commentId: string | null
  commentHash: string | null
  checkId: string | null
  checkCommit: string | null
  items: number
  outcome: PullRequestOutcome | null
  outcomeCommits: number
  learnedAt: Date | null
  /** Of its repository: what has to be acknowledged. */
  required: RequiredKind[]
} & ShownState

/** What a comment shows, and has shown. */
export type ShownState = {
  /** All that was ever shown, in the comment or in the check: the place of each, from 1, is its number. */
  seen: string[]
  shown: ShownItem[]
  shownBefore: ShownItem[] | null
  shownAt: Date | null
  dismissals: DismissalId[]
}

export type PostedState = ShownState & {
  commentId: string
  commentUrl: string
  commentHash: string
  items: number
}

const p = pullRequestsTable
const r = integrationRepositoriesTable

const HELD = {
  id: p.id,
  integrationId: p.integrationId,
  number: p.number,
  askedAt: p.askedAt,
  postingSince: p.postingSince,
  commentId: p.commentId,
  commentHash: p.commentHash,
  checkId: p.checkId,
  checkCommit: p.checkCommit,
  items: p.items,
  outcome: p.outcome,
  outcomeCommits: p.outcomeCommits,
  learnedAt: p.learnedAt,
  seen: p.seen,
  shown: p.shown,
  shownBefore: p.shownBefore,
  shownAt: p.shownAt,
  dismissals: p.dismissals,
  repositoryId: r.repositoryId,
  installationId: r.installationId,
  fullName: r.fullName,
  url: r.url,
  visibility: r.visibility,
  required: r.required,
}

const isItsRepository = and(
  eq(r.integrationId, p.integrationId),
  eq(r.repositoryId, p.repositoryId),
)

export const createPullRequestRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createAsking(tx, scope),
  ...createTurns(tx, scope),
  ...createFailedPullRequests(tx, scope),
  ...createHolding(tx, scope),
  ...createPosting(tx, scope),
  ...createPosted(tx, scope),
  ...createPullRequestOutcomes(tx, scope),
  ...createShownMemories(tx, scope),
})

const createAsking = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** It is to be looked at, known or not. @returns its id here. */
  async ask(
    of: { integrationId: IntegrationId; repositoryId: string; number: number },
    id: PullRequestId,
    at: Date,
  ): Promise<PullRequestId> {
    const [asked] = await tx
      .insert(p)
      .values({ ...of, id, teamId, askedAt: at })
      .onConflictDoUpdate({
        target: [p.integrationId, p.repositoryId, p.number],
        // Each ask is a later one: what is being done with may have read what was before it.
        set: {
          askedAt: sql`greatest(pull_requests.asked_at + interval '1 millisecond', excluded.asked_at)`,
        },
      })
      .returning({ id: p.id })
    if (asked === undefined) throw new Error('The pull request was not written.')
    return asked.id
  },

  async askAgain(id: PullRequestId, at: Date): Promise<void> {
    await tx
      .update(p)
      .set({
        askedAt: sql`greatest(${p.askedAt} + interval '1 millisecond', ${at.toISOString()}::timestamptz)`,
        notBefore: null,
      })
      .where(and(eq(p.teamId, teamId), eq(p.id, id)))
  },

  /** Those on which something was said, of one repository or of all, since a time or ever: who reads it, or what is known, has changed. */
  async askPosted(
    integrationId: IntegrationId,
    of: { repositoryId?: string; since?: Date },
    at: Date,
  ): Promise<PullRequestId[]> {
    const asked = await tx
      .update(p)
      .set({
        askedAt: sql`greatest(${p.askedAt} + interval '1 millisecond', ${at.toISOString()}::timestamptz)`,
      })
      .where(
        and(
          eq(p.teamId, teamId),
          eq(p.integrationId, integrationId),
          of.repositoryId === undefined ? undefined : eq(p.repositoryId, of.repositoryId),
          of.since === undefined ? undefined : gte(p.postedAt, of.since),
          isNotNull(p.commentId),
        ),
      )
      .returning({ id: p.id })
    return asked.map(({ id }) => id)
  },
})

const createTurns = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** It is to be looked at when its turn comes, unless it waits already. */
  async askLater(
    of: { integrationId: IntegrationId; repositoryId: string; number: number },
    id: PullRequestId,
    { at, notBefore }: { at: Date; notBefore: Date },
  ): Promise<void> {
    await tx
      .insert(p)
      .values({ ...of, id, teamId, askedAt: at, notBefore })
      .onConflictDoUpdate({
        target: [p.integrationId, p.repositoryId, p.number],
        set: {
          askedAt: sql`greatest(pull_requests.asked_at + interval '1 millisecond', excluded.asked_at)`,
          notBefore,
        },
        setWhere: sql`pull_requests.done_at is not distinct from pull_requests.asked_at`,
      })
  },
})

const createHolding = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: PullRequestId) => and(eq(p.teamId, teamId), eq(p.id, id))
  const isHeldBy = (id: PullRequestId, holder: string) => and(isThis(id), eq(p.holder, holder))
  return {
    /** Takes it, unless somebody else works on it: two never write to one pull request. */
    async hold(
      id: PullRequestId,
      holder: string,
      { now, until }: { now: Date; until: Date },
    ): Promise<HeldPullRequest | undefined> {
      const taken = await tx
        .update(p)
        .set({ holder, heldUntil: until })
        .where(
          and(isThis(id), or(isNull(p.heldUntil), lte(p.heldUntil, now), eq(p.holder, holder))),
        )
        .returning({ id: p.id })
      if (taken.length === 0) return undefined
      const [found] = await tx.select(HELD).from(p).innerJoin(r, isItsRepository).where(isThis(id))
      return found
    },

    async exists(id: PullRequestId): Promise<boolean> {
      const found = await tx.select({ id: p.id }).from(p).where(isThis(id))
      return found.length > 0
    },

    /** Done with as it was when it was taken; what was asked since is still to do. */
    async finish(id: PullRequestId, holder: string, askedAt: Date): Promise<void> {
      await tx
        .update(p)
        .set({ doneAt: askedAt, notBefore: null, error: null, holder: null, heldUntil: null })
        .where(isHeldBy(id, holder))
    },

    /** Given back with what went wrong. `doneAt`: for good, as nothing changes it. */
    async giveBack(
      id: PullRequestId,
      holder: string,
      {
        error,
        notBefore = null,
        doneAt,
      }: { error: string; notBefore?: Date | null; doneAt?: Date },
    ): Promise<void> {
      await tx
        .update(p)
        .set({ error, notBefore, doneAt, holder: null, heldUntil: null })
        .where(isHeldBy(id, holder))
    },
  }
}

const createPosting = (tx: DbExecutor, { teamId }: DbScope) => {
  const isThis = (id: PullRequestId) => and(eq(p.teamId, teamId), eq(p.id, id))
  return {
    /** Written before a comment is made, so that whoever comes after a kill knows that there may be one. @returns whether it is still held. */
    async notePosting(id: PullRequestId, holder: string, at: Date): Promise<boolean> {
      const noted = await tx
        .update(p)
        .set({ postingSince: at })
        .where(and(isThis(id), eq(p.holder, holder)))
        .returning({ id: p.id })
      return noted.length > 0
    },

    async notePosted(id: PullRequestId, posted: PostedState, at: Date): Promise<void> {
      await tx
        .update(p)
        .set({ ...posted, postingSince: null, postedAt: at })
        .where(isThis(id))
    },

    /** The comment was taken away at the host. */
    async forgetComment(id: PullRequestId): Promise<void> {
      await tx
        .update(p)
        .set({ commentId: null, commentUrl: null, commentHash: null, postingSince: null })
        .where(isThis(id))
    },

    /** Where nothing of the comment changes, but why something is not in it does, or the check names more than it. */
    async noteUnshown(
      id: PullRequestId,
      unshown: Pick<ShownState, 'dismissals' | 'seen'>,
    ): Promise<void> {
      await tx.update(p).set(unshown).where(isThis(id))
    },

    async noteCheck(id: PullRequestId, checkId: string, checkCommit: string): Promise<void> {
      await tx.update(p).set({ checkId, checkCommit }).where(isThis(id))
    },
  }
}

const createPosted = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** The newest first. */
  async posted(integrationId: IntegrationId, limit: number): Promise<PostedComment[]> {
    return tx
      .select({
        id: p.id,
        repository: r.fullName,
        number: p.number,
        url: sql<string>`${p.commentUrl}`,
        items: p.items,
        outcome: p.outcome,
        reverts: p.reverts,
        posted_at: sql<string>`${isoOf(p.postedAt)}`,
      })
      .from(p)
      .innerJoin(r, isItsRepository)
      .where(
        and(
          eq(p.teamId, teamId),
          eq(p.integrationId, integrationId),
          isNotNull(p.commentUrl),
          isNotNull(p.postedAt),
        ),
      )
      .orderBy(desc(p.postedAt), desc(p.id))
      .limit(limit)
  },
})
