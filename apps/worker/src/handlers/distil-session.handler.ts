import { type DistilSessionUseCase, grantSystemScope } from '@teamlore/core'
import type { JobHandlers } from '@teamlore/queue'

/** Session → observations and summaries. A session that vanished meanwhile is done. */
export const createDistilSessionHandler =
  (distilSession: DistilSessionUseCase): JobHandlers['distil-session'] =>
  async ({ team_id, session_id }, { signal }) => {
    await distilSession(grantSystemScope(team_id), { sessionId: session_id }, signal)
  }
