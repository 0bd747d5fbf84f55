/** Addresses outside to which a team has events sent, and addresses here to which tools outside send what became of work. */

export {
  makeAddIncomingHook,
  makeListIncomingEvents,
  makeListIncomingHooks,
  makeRemoveIncomingHook,
  makeRotateIncomingHook,
  makeSetIncomingHook,
} from './incoming/manage.ts'
export type { SentIncoming } from './incoming/signed-by.ts'
export { makeTakeIncoming } from './incoming/take-incoming.ts'
export {
  makeAddWebhook,
  makeListWebhookDeliveries,
  makeListWebhooks,
  makeRemoveWebhook,
  makeReplayWebhookDelivery,
  makeRotateWebhook,
  makeSetWebhook,
  makeTestWebhook,
} from './outgoing/manage.ts'
export { makeSendWebhook, type SendWebhook } from './outgoing/send.ts'
