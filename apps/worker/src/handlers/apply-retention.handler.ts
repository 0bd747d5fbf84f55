import { grantSystemScope } from '@teamlore/core'
import type { ApplyRetention } from '@teamlore/core/retention'
import type { JobHandlers } from '@teamlore/queue'

/** Project → without the text that its policy says goes. What is left when the time is up goes on at its next turn, or is found by the next look. */
export const createApplyRetentionHandler =
  (apply: ApplyRetention): JobHandlers['apply-retention'] =>
  async ({ team_id, project_id }, { signal, turn, isTimeUp }) => {
    const asked = { projectId: project_id, isTimeUp }
    const { state } = await apply(grantSystemScope(team_id), asked, signal)
    if (state === 'unfinished') turn.throwIfAborted()
  }
