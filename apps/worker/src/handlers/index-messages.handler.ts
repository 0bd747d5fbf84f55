import { grantSystemScope, type IndexSessionAnew } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Session with lost rows of the index → the same rows again. One that lost nothing, or vanished meanwhile, is done. */
export const createIndexMessagesHandler =
  (indexSessionAnew: IndexSessionAnew): JobHandlers['index-messages'] =>
  async ({ team_id, session_id }, { signal }) => {
    await indexSessionAnew(grantSystemScope(team_id), { sessionId: session_id }, signal)
  }
