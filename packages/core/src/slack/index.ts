/** Where the team talks: what is asked in Slack, and what is said there. */

export { type AnswerSlack, makeAnswerSlack } from './answer-ask.ts'
export { makeFinishSlack, makeKeepSlackKeys, makeStartSlack } from './connect.ts'
export { noteDueDigests } from './due-digests.ts'
export { type HoldSockets, makeHoldSockets } from './hold-sockets.ts'
export {
  makeListSlack,
  makeListSlackDeliveries,
  makeRemoveSlack,
  makeSetSlack,
  makeTestSlack,
} from './manage.ts'
export { makeReceiveSlack, type SentBySlack } from './receive-slack.ts'
export { makeReplaySlackDelivery } from './replay.ts'
