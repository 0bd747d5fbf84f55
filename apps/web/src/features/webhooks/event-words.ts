import type { IncomingEvent } from '@teamlore/shared/incoming-hooks'
import type { WebhookDelivery, WebhookEvent } from '@teamlore/shared/webhooks'

export const EVENT_WORDS: Record<WebhookEvent, string> = {
  'memory.activated': 'A memory became knowledge',
  'memory.superseded': 'Another took the place of a memory',
  'memory.contradicted': 'Something contradicts a memory',
  'memory.stale': 'The code of a memory changed',
  'review.waiting': 'A draft waits for a person; its id alone is sent',
}

export const DELIVERY_WORDS: Record<WebhookDelivery['state'], string> = {
  waiting: 'waits',
  done: 'was taken',
  failed: 'was given up',
  withheld: 'was withheld',
}

export const INCOMING_WORDS: Record<IncomingEvent['state'], string> = {
  taking: 'is being taken',
  done: 'was taken',
  failed: 'was not taken',
}
