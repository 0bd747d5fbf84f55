import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { HoldoutCause } from '@teamlore/shared/holdout'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { type ProjectFilter, projectsNamed } from '../projects/filter.ts'
import { decoded, jsonOf, number, orNull, text, textOf } from '../sql/decode.ts'
import { iso } from '../sql/page.ts'
import { holdoutsTable } from './table.ts'

/** How a project parts its sessions, or parted them last. */
export type StoredHoldout = {
  share: number
  round: string
  set_by: { id: string; name: string }
  set_at: string
  paused_at: string | null
  pause_cause: HoldoutCause | null
  pause_reason: string | null
}

export type StoredSplit = { project_id: ProjectId; round: string; share: number }

export type HoldoutPause = { at: Date; cause: HoldoutCause; reason: string }

const HOLDOUT = {
  share: number,
  round: text,
  set_by: jsonOf<{ id: string; name: string }>(),
  set_at: text,
  paused_at: orNull(text),
  pause_cause: orNull(textOf<HoldoutCause>()),
  pause_reason: orNull(text),
}

const SPLIT = { project_id: textOf<ProjectId>(), round: text, share: number }

/** One of a project at most. */
export const createHoldoutRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async find(projectId: ProjectId): Promise<StoredHoldout | undefined> {
    const [found] = await decoded(
      tx,
      HOLDOUT,
      sql`select h.share, h.round, jsonb_build_object('id', h.set_by, 'name', coalesce(u.name, 'Former member')) as set_by,
          ${iso(sql`h.set_at`)} as set_at, ${iso(sql`h.paused_at`)} as paused_at, h.pause_cause, h.pause_reason
        from teamlore.holdouts h left join teamlore.users u on u.id = h.set_by
        where h.team_id = ${teamId} and h.project_id = ${projectId}`,
    )
    return found
  },

  /** How sessions of the project that is named are parted now; undefined while they are not, or where several have the name. */
  async splitOf(project: ProjectFilter): Promise<StoredSplit | undefined> {
    const [found, second] = await decoded(
      tx,
      SPLIT,
      sql`select h.project_id, h.round, h.share from teamlore.holdouts h
        where h.team_id = ${teamId} and h.share > 0 and h.paused_at is null
          and h.project_id in ${projectsNamed(teamId, project)} limit 2`,
    )
    return second === undefined ? found : undefined
  },

  async set(
    projectId: ProjectId,
    { share, round, setBy, setAt }: { share: number; round: string; setBy: UserId; setAt: Date },
  ): Promise<void> {
    const set = { share, round, setBy, setAt, pausedAt: null, pauseCause: null, pauseReason: null }
    await tx
      .insert(holdoutsTable)
      .values({ ...set, teamId, projectId })
      .onConflictDoUpdate({ target: holdoutsTable.projectId, set })
  },

  /** @returns false where it was not on any more, or another round began. */
  async pause(
    projectId: ProjectId,
    round: string,
    { at, cause, reason }: HoldoutPause,
  ): Promise<boolean> {
    const paused = await tx
      .update(holdoutsTable)
      .set({ pausedAt: at, pauseCause: cause, pauseReason: reason })
      .where(
        and(
          eq(holdoutsTable.teamId, teamId),
          eq(holdoutsTable.projectId, projectId),
          eq(holdoutsTable.round, round),
          gt(holdoutsTable.share, 0),
          isNull(holdoutsTable.pausedAt),
        ),
      )
      .returning({ projectId: holdoutsTable.projectId })
    return paused.length > 0
  },
})

/** Projects of all teams in which sessions are parted now. */
export const createHoldoutSweep = (tx: DbExecutor) => ({
  async due(limit: number): Promise<{ teamId: TeamId; projectId: ProjectId }[]> {
    const { teamId, projectId, share, pausedAt } = holdoutsTable
    return tx
      .select({ teamId, projectId })
      .from(holdoutsTable)
      .where(and(gt(share, 0), isNull(pausedAt)))
      .orderBy(projectId)
      .limit(limit)
  },
})
