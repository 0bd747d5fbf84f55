import { grantSystemScope } from '@teamlore/core'
import type { AnswerPullRequest } from '@teamlore/core/integrations'
import type { JobHandlers } from '@teamlore/queue'

/** Pull request → its one comment and its check, as things are now. */
export const createAnswerPullRequestHandler =
  (answer: AnswerPullRequest): JobHandlers['answer-pull-request'] =>
  async ({ team_id, pull_request_id }) => {
    await answer(grantSystemScope(team_id), { pullRequestId: pull_request_id })
  }
