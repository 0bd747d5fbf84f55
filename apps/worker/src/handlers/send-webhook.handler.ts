import { grantSystemScope } from '@teamlore/core'
import type { SendWebhook } from '@teamlore/core/webhooks'
import type { JobHandlers } from '@teamlore/queue'

/** Delivery of a webhook → its address, once. */
export const createSendWebhookHandler =
  (send: SendWebhook): JobHandlers['send-webhook'] =>
  async ({ team_id, delivery_id }) => {
    await send(grantSystemScope(team_id), { deliveryId: delivery_id })
  }
