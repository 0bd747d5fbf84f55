import { type DistilSessionUseCase, grantSystemScope } from '@teamlore/core'
import type { DistilByAgent } from '@teamlore/core/handover'
import type { JobHandlers } from '@teamlore/queue'

/** Session → observations and summaries, and what its agent handed over of it. A session that vanished meanwhile is done. */
export const createDistilSessionHandler =
  (
    distilSession: DistilSessionUseCase,
    distilByAgent: DistilByAgent,
  ): JobHandlers['distil-session'] =>
  async ({ team_id, session_id }, { signal }) => {
    const scope = grantSystemScope(team_id)
    await distilSession(scope, { sessionId: session_id }, signal)
    await distilByAgent(scope, { sessionId: session_id }, signal)
  }
