import type { RedactionRules, SetRedactionRules } from '@teamlore/shared'
import { eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { isoOf } from '../sql/page.ts'
import { redactionRulesTable } from './table.ts'

const NONE: RedactionRules = { rules: [], allow: [], version: 0, updated_at: null }

export const createRedactionRulesRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** What the team set; nothing, at version zero, where nobody did. */
  async get(): Promise<RedactionRules> {
    const [set] = await tx
      .select({
        rules: redactionRulesTable.rules,
        allow: redactionRulesTable.allow,
        version: redactionRulesTable.version,
        updated_at: isoOf(redactionRulesTable.updatedAt),
      })
      .from(redactionRulesTable)
      .where(eq(redactionRulesTable.teamId, teamId))
    return set ?? NONE
  },

  /** What is not named stays as it is. */
  async set({ rules, allow }: SetRedactionRules, now: Date): Promise<RedactionRules> {
    await tx
      .insert(redactionRulesTable)
      .values({ teamId, rules: rules ?? [], allow: allow ?? [], version: 1, updatedAt: now })
      .onConflictDoUpdate({
        target: redactionRulesTable.teamId,
        set: {
          rules,
          allow,
          version: sql`${redactionRulesTable.version} + 1`,
          updatedAt: now,
        },
      })
    return this.get()
  },
})
