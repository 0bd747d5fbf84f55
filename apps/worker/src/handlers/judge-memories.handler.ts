import { grantSystemScope } from '@teamlore/core'
import type { JudgeDependants, JudgeMemories } from '@teamlore/core/judging'
import type { JobHandlers } from '@teamlore/queue'

/** Undefined: no model is set up, and a job that another process left is let go. What was just replaced is asked about at once. */
export const createJudgeMemoriesHandler =
  (
    judging: { memories: JudgeMemories; dependants: JudgeDependants } | undefined,
  ): JobHandlers['judge-memories'] =>
  async ({ team_id }, { signal }) => {
    const scope = grantSystemScope(team_id)
    await judging?.memories(scope, signal)
    await judging?.dependants(scope, signal)
  }
