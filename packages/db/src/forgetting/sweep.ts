import type { TeamId } from '@teamlore/shared'
import type { DeletionId } from '@teamlore/shared/ids'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { decoded, textOf } from '../sql/decode.ts'
import type { DueDeletion } from './erasure.ts'
import { IS_DELETION_HELD } from './holds.ts'

/** Deletions whose time has come, and those of which no hashes were written yet. */
export const createDeletionSweep = (tx: DbExecutor) => ({
  async due(limit: number): Promise<DueDeletion[]> {
    return decoded(
      tx,
      { teamId: textOf<TeamId>(), deletionId: textOf<DeletionId>() },
      sql`select team_id as "teamId", id as "deletionId" from teamlore.deletions d
        where purged_at is null and undone_at is null
          and (remembered_at is null or purge_after <= now() and not ${IS_DELETION_HELD})
        order by purge_after limit ${limit}`,
    )
  },
})
