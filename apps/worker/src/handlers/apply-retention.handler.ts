import { grantSystemScope } from '@teamlore/core'
import type { ApplyRetention } from '@teamlore/core/retention'
import type { JobHandlers } from '@teamlore/queue'

/** Project → without the text that its policy says goes. What is left when the time is up is found by the next look. */
export const createApplyRetentionHandler =
  (apply: ApplyRetention): JobHandlers['apply-retention'] =>
  async ({ team_id, project_id }, { signal, isTimeUp }) => {
    await apply(grantSystemScope(team_id), { projectId: project_id, isTimeUp }, signal)
  }
