import type { ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { RetentionPolicy } from '@teamlore/shared/retention'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, flag, jsonOf, number, orNull, text } from '../sql/decode.ts'
import { iso } from '../sql/page.ts'
import { retentionPoliciesTable } from './table.ts'

/** What goes by a policy: `days` after the last activity, and the oldest beyond `maxBytes`. */
export type RetentionLimits = {
  days: number | null
  maxBytes: number | null
  keepsPrompts: boolean
}

const POLICY = {
  days: orNull(number),
  max_bytes: orNull(number),
  keeps_prompts: flag,
  set_by: jsonOf<{ id: string; name: string }>(),
  set_at: text,
  effective_at: text,
}

/** One policy of a project at most; without one it keeps everything. */
export const createRetentionPolicies = (tx: DbExecutor, { teamId }: DbScope) => {
  const isOf = (projectId: ProjectId) =>
    and(eq(retentionPoliciesTable.teamId, teamId), eq(retentionPoliciesTable.projectId, projectId))
  return {
    async find(projectId: ProjectId): Promise<RetentionPolicy | undefined> {
      const [found] = await decoded(
        tx,
        POLICY,
        sql`select r.days, r.max_bytes::float8 as max_bytes, r.keeps_prompts,
            jsonb_build_object('id', r.set_by, 'name', coalesce(u.name, 'Former member')) as set_by,
            ${iso(sql`r.set_at`)} as set_at, ${iso(sql`r.effective_at`)} as effective_at
          from teamlore.retention_policies r left join teamlore.users u on u.id = r.set_by
          where r.team_id = ${teamId} and r.project_id = ${projectId}`,
      )
      return found
    },

    /** What holds at this time; undefined while there is none, or none yet. */
    async effective(projectId: ProjectId, at: Date): Promise<RetentionLimits | undefined> {
      const { days, maxBytes, keepsPrompts } = retentionPoliciesTable
      const [found] = await tx
        .select({ days, maxBytes, keepsPrompts })
        .from(retentionPoliciesTable)
        .where(and(isOf(projectId), lte(retentionPoliciesTable.effectiveAt, at)))
      return found
    },

    async set(
      projectId: ProjectId,
      limits: RetentionLimits,
      { setBy, setAt, effectiveAt }: { setBy: UserId; setAt: Date; effectiveAt: Date },
    ): Promise<void> {
      const set = { ...limits, setBy, setAt, effectiveAt }
      await tx
        .insert(retentionPoliciesTable)
        .values({ ...set, teamId, projectId })
        .onConflictDoUpdate({ target: retentionPoliciesTable.projectId, set })
    },

    /** @returns false where there was none. */
    async remove(projectId: ProjectId): Promise<boolean> {
      const removed = await tx
        .delete(retentionPoliciesTable)
        .where(isOf(projectId))
        .returning({ projectId: retentionPoliciesTable.projectId })
      return removed.length > 0
    },
  }
}

/** Projects of all teams whose policy holds by now. */
export const createRetentionSweep = (tx: DbExecutor) => ({
  async due(limit: number): Promise<{ teamId: TeamId; projectId: ProjectId }[]> {
    const { teamId, projectId, effectiveAt } = retentionPoliciesTable
    return tx
      .select({ teamId, projectId })
      .from(retentionPoliciesTable)
      .where(lte(effectiveAt, sql`now()`))
      .orderBy(projectId)
      .limit(limit)
  },
})
