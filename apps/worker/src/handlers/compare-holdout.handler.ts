import { grantSystemScope } from '@teamlore/core'
import type { CompareHoldout } from '@teamlore/core/holdout'
import type { JobHandlers } from '@teamlore/queue'

/** Project → sessions with and without a brief compared. What is left when the time is up is counted at its next turn, or found by the next look. */
export const createCompareHoldoutHandler =
  (compare: CompareHoldout): JobHandlers['compare-holdout'] =>
  async ({ team_id, project_id }, { signal, turn, isTimeUp }) => {
    const asked = { projectId: project_id, isTimeUp }
    if ((await compare(grantSystemScope(team_id), asked, signal)) === 'unfinished')
      turn.throwIfAborted()
  }
