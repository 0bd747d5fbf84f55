import { FORGET_DELAY } from '@teamlore/shared/forgetting'
import { eq } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { forgettingSettingsTable } from './table.ts'

export const createForgettingSettings = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Hours until a purge, as the team set them. */
  async delayHours(): Promise<number> {
    const [set] = await tx
      .select({ hours: forgettingSettingsTable.delayHours })
      .from(forgettingSettingsTable)
      .where(eq(forgettingSettingsTable.teamId, teamId))
    return set?.hours ?? FORGET_DELAY.default
  },

  async setDelay(delayHours: number, updatedAt: Date): Promise<void> {
    await tx
      .insert(forgettingSettingsTable)
      .values({ teamId, delayHours, updatedAt })
      .onConflictDoUpdate({
        target: forgettingSettingsTable.teamId,
        set: { delayHours, updatedAt },
      })
  },
})
