import type { IntegrationId } from '@teamlore/shared/ids'
import { and, eq, isNull, lt, notExists, notInArray } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { dismissalsTable, integrationRepositoriesTable } from './table.ts'

const r = integrationRepositoriesTable
const d = dismissalsTable

export const createRemoval = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * What the host has not named since. What people have set or dismissed there stays, as the app may come back; so does all of an
   * installation that is suspended.
   */
  async removeUnseen(
    integrationId: IntegrationId,
    { since, suspended }: { since: Date; suspended: readonly string[] },
  ): Promise<void> {
    const isOfRow = and(
      eq(d.integrationId, r.integrationId),
      eq(d.repositoryId, r.repositoryId),
      isNull(d.undoneAt),
    )
    await tx
      .delete(r)
      .where(
        and(
          eq(r.teamId, teamId),
          eq(r.integrationId, integrationId),
          lt(r.seenAt, since),
          eq(r.required, []),
          notExists(tx.select({ id: d.id }).from(d).where(isOfRow)),
          suspended.length === 0 ? undefined : notInArray(r.installationId, [...suspended]),
        ),
      )
  },
})
