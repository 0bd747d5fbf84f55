import { grantSystemScope } from '@teamlore/core'
import type { DistilByModel } from '@teamlore/core/distil-by-model'
import type { ReadByModel } from '@teamlore/core/reader'
import type { JobHandlers } from '@teamlore/queue'

/** What the agent of the session handed over is read first. Undefined: no model is set up, and a job that another process left is let go. */
export const createDistilByModelHandler =
  (
    asking: { read: ReadByModel; distil: DistilByModel; minPrompts: number } | undefined,
  ): JobHandlers['distil-by-model'] =>
  async ({ team_id, session_id }, { signal }) => {
    const scope = grantSystemScope(team_id)
    if (asking === undefined) return
    const read = await asking.read(scope, { sessionId: session_id }, signal)
    if (read.state === 'not_asked') return
    // Where something was read, that may have been all there was to do.
    if (read.state === 'done' && read.promptsLeft < asking.minPrompts) return
    await asking.distil(scope, { sessionId: session_id }, signal)
  }
