/** Hosts of code that a team is connected to: what they send, and what is said on pull requests. */

export {
  makeGetAgentsMdPullRequest,
  makeRemoveAgentsMdPullRequest,
  makeSetAgentsMdPullRequest,
} from './agents-md-switch.ts'
export { type AnswerPullRequest, makeAnswerPullRequest } from './answer-pull-request.ts'
export { type AskAfterLinking, makeAskAfterLinking } from './ask-after-linking.ts'
export { type BackfillPullRequests, makeAskBackfill, makeBackfill } from './backfill.ts'
export { makeFinishIntegration, makeStartIntegration } from './connect.ts'
export { makeConnectIntegration, makeSetToken } from './connect-by-token.ts'
export { makeListDeliveries, makeListPostedComments, makeReplayDelivery } from './deliveries.ts'
export { makeListDismissals, makeUndoDismissal } from './dismissals.ts'
export {
  makeListIntegrations,
  makeRemoveIntegration,
  makeSetIntegration,
  makeTestIntegration,
} from './manage.ts'
export { makeProposeAgentsMd, type ProposeAgentsMd } from './propose-agents-md.ts'
export { makeReceiveHook, type SentHook } from './receive-hook.ts'
export {
  makeListHostedRepositories,
  makeReadHostedRepositories,
  type ReadHostedRepositories,
} from './repositories.ts'
export { makeSetRequired } from './set-required.ts'
export type { Wording } from './wording.ts'
