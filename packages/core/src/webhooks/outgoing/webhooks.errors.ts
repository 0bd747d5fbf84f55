import { defineError } from '../../errors.ts'

export const webhookNotFound = defineError(
  'not_found',
  'webhook.not_found',
  'There is no such webhook. GET /v1/webhooks lists those there are.',
)

export const webhookDeliveryNotFound = defineError(
  'not_found',
  'webhook.delivery_not_found',
  'There is no such delivery, or it was forgotten after thirty days.',
)

export const tooManyWebhooks = defineError(
  'conflict',
  'webhook.too_many',
  'A team has at most 50 webhooks. Remove one that is not needed.',
)
