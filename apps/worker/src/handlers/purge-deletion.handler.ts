import type { PurgeDeletion } from '@teamlore/core/forgetting'
import type { JobHandlers } from '@teamlore/queue'

/** Deletion → nothing of it. One that waits still is seen to again by its schedule. */
export const createPurgeDeletionHandler =
  (purge: PurgeDeletion): JobHandlers['purge-deletion'] =>
  async ({ team_id, deletion_id }, { turn }) => {
    await purge({ teamId: team_id, deletionId: deletion_id }, turn)
  }
