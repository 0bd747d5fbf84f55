import { grantSystemScope } from '@teamlore/core'
import type { WriteQuestions } from '@teamlore/core/memory-questions'
import type { JobHandlers } from '@teamlore/queue'

/** Undefined: no model is set up, and a job that another process left is let go. */
export const createWriteQuestionsHandler =
  (write: WriteQuestions | undefined): JobHandlers['write-questions'] =>
  async ({ team_id }, { signal }) => {
    await write?.(grantSystemScope(team_id), signal)
  }
