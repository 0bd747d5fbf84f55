import { grantSystemScope, type ReindexSession } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Session with lost rows of the index → the same rows again. One that lost nothing, or vanished meanwhile, is done. */
export const createIndexMessagesHandler =
  (reindexSession: ReindexSession): JobHandlers['index-messages'] =>
  async ({ team_id, session_id }, { signal }) => {
    await reindexSession(grantSystemScope(team_id), { sessionId: session_id }, signal)
  }
