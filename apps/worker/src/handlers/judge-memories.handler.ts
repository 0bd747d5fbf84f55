import { grantSystemScope } from '@teamlore/core'
import type { JudgeMemories } from '@teamlore/core/judging'
import type { JobHandlers } from '@teamlore/queue'

/** Undefined: no model is set up, and a job that another process left is let go. */
export const createJudgeMemoriesHandler =
  (judge: JudgeMemories | undefined): JobHandlers['judge-memories'] =>
  async ({ team_id }, { signal }) => {
    await judge?.(grantSystemScope(team_id), signal)
  }
