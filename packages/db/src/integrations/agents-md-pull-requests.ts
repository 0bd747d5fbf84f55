import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { AgentsMdPath, ProposalState } from '@teamlore/shared/agents-md-pull-request'
import type { IntegrationId } from '@teamlore/shared/ids'
import { and, asc, eq, isNull, lte, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { agentsMdPullRequestsTable } from './table.ts'

/** What is known of the one pull request of a project, and of what was done last. */
export type ProposalRow = {
  projectId: ProjectId
  isOn: boolean
  path: AgentsMdPath
  integrationId: IntegrationId | null
  repositoryId: string | null
  number: number | null
  url: string | null
  state: ProposalState
  openingSince: Date | null
  head: string | null
  content: string | null
  section: string | null
  declined: string | null
  read: string | null
  readCommit: string | null
  writtenAt: Date | null
  lookedAt: Date | null
  note: string | null
}

export type ProposalNote = Partial<
  Omit<ProposalRow, 'projectId' | 'isOn' | 'path' | 'lookedAt' | 'note'>
>

const p = agentsMdPullRequestsTable

const ROW = {
  projectId: p.projectId,
  isOn: p.isOn,
  path: p.path,
  integrationId: p.integrationId,
  repositoryId: p.repositoryId,
  number: p.number,
  url: p.url,
  state: p.state,
  openingSince: p.openingSince,
  head: p.head,
  content: p.content,
  section: p.section,
  declined: p.declined,
  read: p.read,
  readCommit: p.readCommit,
  writtenAt: p.writtenAt,
  lookedAt: p.lookedAt,
  note: p.note,
}

export const createAgentsMdPullRequests = (tx: DbExecutor, scope: DbScope) => ({
  ...createSetting(tx, scope),
  ...createAsking(tx, scope),
  ...createHolding(tx, scope),
})

const createSetting = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (projectId: ProjectId) => and(eq(p.teamId, teamId), eq(p.projectId, projectId))
  return {
    async find(projectId: ProjectId): Promise<ProposalRow | undefined> {
      const [found] = await tx.select(ROW).from(p).where(isOf(projectId))
      return found
    },

    /** Another file is another content: what was closed or read of the one before says nothing of it. */
    async switchOn(
      projectId: ProjectId,
      path: AgentsMdPath,
      { by, at }: { by: UserId; at: Date },
    ): Promise<void> {
      await tx
        .insert(p)
        .values({
          teamId,
          projectId,
          isOn: true,
          path,
          setBy: by,
          setAt: at,
          askedAt: at,
          nextAt: at,
        })
        .onConflictDoUpdate({
          target: p.projectId,
          set: {
            isOn: true,
            path,
            setBy: by,
            setAt: at,
            askedAt: at,
            nextAt: at,
            note: null,
            content: sql`case when agents_md_pull_requests.path = excluded.path then agents_md_pull_requests.content end`,
            declined: sql`case when agents_md_pull_requests.path = excluded.path then agents_md_pull_requests.declined end`,
            read: sql`case when agents_md_pull_requests.path = excluded.path then agents_md_pull_requests.read end`,
            readCommit: sql`case when agents_md_pull_requests.path = excluded.path then agents_md_pull_requests.read_commit end`,
          },
        })
    },

    /** @returns false where it was off. */
    async switchOff(projectId: ProjectId, { by, at }: { by: UserId; at: Date }): Promise<boolean> {
      const set = await tx
        .update(p)
        .set({ isOn: false, setBy: by, setAt: at, note: null })
        .where(and(isOf(projectId), eq(p.isOn, true)))
        .returning({ projectId: p.projectId })
      return set.length > 0
    },
  }
}

const createAsking = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (projectId: ProjectId) => and(eq(p.teamId, teamId), eq(p.projectId, projectId))
  return {
    /** To be looked at as soon as may be. @returns false where it is off. */
    async ask(projectId: ProjectId, at: Date): Promise<boolean> {
      const asked = await tx
        .update(p)
        .set({
          askedAt: sql`greatest(${p.askedAt} + interval '1 millisecond', ${at.toISOString()}::timestamptz)`,
          nextAt: at,
        })
        .where(and(isOf(projectId), eq(p.isOn, true)))
        .returning({ projectId: p.projectId })
      return asked.length > 0
    },

    /** Whether a pull request is one that this server opened: by its number, or by its last commit where that is not known yet. */
    async isOurs(
      of: { integrationId: IntegrationId; repositoryId: string },
      { number, head }: { number: number; head: string },
    ): Promise<boolean> {
      const found = await tx
        .select({ projectId: p.projectId })
        .from(p)
        .where(
          and(
            eq(p.teamId, teamId),
            eq(p.integrationId, of.integrationId),
            eq(p.repositoryId, of.repositoryId),
            or(eq(p.number, number), eq(p.head, head)),
          ),
        )
        .limit(1)
      return found.length > 0
    },
  }
}

const createHolding = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (projectId: ProjectId) => and(eq(p.teamId, teamId), eq(p.projectId, projectId))
  return {
    /** Takes it, unless it is off or somebody else works on it. */
    async hold(
      projectId: ProjectId,
      holder: string,
      { now, until }: { now: Date; until: Date },
    ): Promise<ProposalRow | undefined> {
      const [held] = await tx
        .update(p)
        .set({ holder, heldUntil: until })
        .where(
          and(
            isOf(projectId),
            eq(p.isOn, true),
            or(isNull(p.heldUntil), lte(p.heldUntil, now), eq(p.holder, holder)),
          ),
        )
        .returning(ROW)
      return held
    },

    /** What was done is written down step by step. @returns whether it is still held. */
    async note(projectId: ProjectId, holder: string, noted: ProposalNote): Promise<boolean> {
      const set = await tx
        .update(p)
        .set(noted)
        .where(and(isOf(projectId), eq(p.holder, holder)))
        .returning({ projectId: p.projectId })
      return set.length > 0
    },

    /** Given back. Where it was asked for since it was taken, it is due at once. */
    async giveBack(
      projectId: ProjectId,
      holder: string,
      { since, at, nextAt, note }: { since: Date; at: Date; nextAt: Date; note: string | null },
    ): Promise<void> {
      await tx
        .update(p)
        .set({
          holder: null,
          heldUntil: null,
          lookedAt: at,
          note,
          nextAt: sql`case when ${p.askedAt} > ${since.toISOString()}::timestamptz then ${p.askedAt}
            else ${nextAt.toISOString()}::timestamptz end`,
        })
        .where(and(isOf(projectId), eq(p.holder, holder)))
    },
  }
}

/** Of all teams: what is to be looked at, as its hour is over, it was asked for, or a host asked to wait. */
export const createAgentsMdSweep = (tx: DbExecutor) => ({
  due: (limit: number): Promise<{ teamId: TeamId; projectId: ProjectId }[]> =>
    tx
      .select({ teamId: p.teamId, projectId: p.projectId })
      .from(p)
      .where(and(eq(p.isOn, true), sql`${p.nextAt} <= now()`))
      .orderBy(asc(p.nextAt))
      .limit(limit),
})
