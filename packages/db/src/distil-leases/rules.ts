import type { DistilRule } from '@teamlore/shared/distil-leases'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { distilRulesTable } from './table.ts'

/** Where an admin forbade people's own coding agents to distil, or allowed it. */
export const createDistilRules = (tx: DbExecutor, { teamId }: DbScope) => ({
  rules(): Promise<DistilRule[]> {
    const { kind, subject, isAllowed: allowed } = distilRulesTable
    return tx
      .select({ kind, subject, allowed })
      .from(distilRulesTable)
      .where(eq(distilRulesTable.teamId, teamId))
      .orderBy(kind, subject)
  },

  async setRule({ kind, subject, allowed: isAllowed }: DistilRule): Promise<void> {
    await tx
      .insert(distilRulesTable)
      .values({ teamId, kind, subject, isAllowed })
      .onConflictDoUpdate({
        target: [distilRulesTable.teamId, distilRulesTable.kind, distilRulesTable.subject],
        set: { isAllowed, updatedAt: sql`now()` },
      })
  },

  async removeRule({ kind, subject }: Pick<DistilRule, 'kind' | 'subject'>): Promise<void> {
    await tx
      .delete(distilRulesTable)
      .where(
        and(
          eq(distilRulesTable.teamId, teamId),
          eq(distilRulesTable.kind, kind),
          eq(distilRulesTable.subject, subject),
        ),
      )
  },
})
