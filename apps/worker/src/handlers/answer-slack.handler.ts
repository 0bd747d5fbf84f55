import { grantSystemScope } from '@teamlore/core'
import type { AnswerSlack } from '@teamlore/core/slack'
import type { JobHandlers } from '@teamlore/queue'

/** What was asked in Slack, or a digest that is due → its answer. */
export const createAnswerSlackHandler =
  (answer: AnswerSlack): JobHandlers['answer-slack'] =>
  async ({ team_id, ask_id }) => {
    await answer(grantSystemScope(team_id), { askId: ask_id })
  }
