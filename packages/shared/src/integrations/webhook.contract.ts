import { z } from 'zod'

/** What an address can be sent. Each is of a memory that the whole team may read. */
export const WEBHOOK_EVENTS = [
  'memory.activated',
  'memory.superseded',
  'memory.contradicted',
  'memory.stale',
  'review.waiting',
] as const
export const webhookEventSchema = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof webhookEventSchema>

export const webhookUrlSchema = z
  .url({ protocol: /^https?$/, error: 'must look like https://hooks.example.com/teamlore' })
  .max(500)
  .refine((url) => !URL.canParse(url) || new URL(url).username === '', {
    error: 'must be an address without a name and a password',
  })

const events = z.array(webhookEventSchema).min(1).max(WEBHOOK_EVENTS.length)

export const addWebhookSchema = z.strictObject({ url: webhookUrlSchema, events })
export type AddWebhook = z.infer<typeof addWebhookSchema>

export const setWebhookSchema = z.strictObject({ events, is_on: z.boolean() })
export type SetWebhook = z.infer<typeof setWebhookSchema>

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(webhookEventSchema),
  is_on: z.boolean(),
  /** Why it was switched off, or what its address last said. */
  error: z.string().nullable(),
  created_at: z.string(),
  /** When a delivery last arrived. */
  answered_at: z.string().nullable(),
  /** Until when the secret before this one signs as well. */
  old_secret_until: z.string().nullable(),
})
export type Webhook = z.infer<typeof webhookSchema>

export const webhookListSchema = z.object({
  items: z.array(webhookSchema),
  /** Why none can be added here. */
  note: z.string().nullable(),
})

/** The secret is shown this once. */
export const webhookWithSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() })
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>

export const webhookTestSchema = z.object({ ok: z.boolean(), text: z.string() })
export type WebhookTest = z.infer<typeof webhookTestSchema>

/** `withheld`: what it is about was not for everybody when it was to be sent. */
export const webhookDeliveryStateSchema = z.enum(['waiting', 'done', 'failed', 'withheld'])
export type WebhookDeliveryState = z.infer<typeof webhookDeliveryStateSchema>

export const webhookDeliverySchema = z.object({
  /** Sent as `webhook-id`, the same for every attempt. */
  id: z.string(),
  event: webhookEventSchema,
  state: webhookDeliveryStateSchema,
  attempts: z.number().int(),
  /** Status of the last answer; null where there was none. */
  status: z.number().int().nullable(),
  ms: z.number().int().nullable(),
  error: z.string().nullable(),
  created_at: z.string(),
  /** When it is tried next, while it waits. */
  next_at: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** The newest hundred. */
export const webhookDeliveryListSchema = z.object({ items: z.array(webhookDeliverySchema) })
