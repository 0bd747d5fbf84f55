import { grantSystemScope } from '@teamlore/core'
import type { DistilByModel } from '@teamlore/core/distil-by-model'
import type { JobHandlers } from '@teamlore/queue'

/** Undefined: no model is set up, and a job that another process left is let go. */
export const createDistilByModelHandler =
  (distil: DistilByModel | undefined): JobHandlers['distil-by-model'] =>
  async ({ team_id, session_id }, { signal }) => {
    await distil?.(grantSystemScope(team_id), { sessionId: session_id }, signal)
  }
