import type { TeamId, UserId } from '@teamlore/shared'
import type {
  IncomingEventId,
  IncomingHookId,
  MemoryId,
  WebhookDeliveryId,
  WebhookId,
} from '@teamlore/shared/ids'
import type { IncomingEventState, IncomingType } from '@teamlore/shared/incoming-hooks'
import type { WebhookDeliveryState, WebhookEvent } from '@teamlore/shared/webhooks'
import { boolean, integer, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const webhooksTable = teamlore.table('webhooks', {
  id: id<WebhookId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  url: text('url').notNull(),
  events: text('events').array().$type<WebhookEvent[]>().notNull(),
  isOn: boolean('is_on').notNull().default(true),
  sealed: text('sealed').notNull(),
  oldSealed: text('old_sealed'),
  oldUntil: time('old_until'),
  failures: integer('failures').notNull().default(0),
  error: text('error'),
  answeredAt: time('answered_at'),
  createdBy: id<UserId>('created_by').notNull(),
  createdAt: time('created_at').notNull(),
})

export const webhookDeliveriesTable = teamlore.table('webhook_deliveries', {
  id: id<WebhookDeliveryId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  webhookId: id<WebhookId>('webhook_id').notNull(),
  event: text('event').$type<WebhookEvent>().notNull(),
  memoryId: id<MemoryId>('memory_id').notNull(),
  state: text('state').$type<WebhookDeliveryState>().notNull(),
  attempts: integer('attempts').notNull(),
  status: integer('status'),
  ms: integer('ms'),
  error: text('error'),
  createdAt: time('created_at').notNull(),
  nextAt: time('next_at').notNull(),
  heldUntil: time('held_until'),
})

export const incomingHooksTable = teamlore.table('incoming_hooks', {
  id: id<IncomingHookId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  name: text('name').notNull(),
  isOn: boolean('is_on').notNull().default(true),
  sealed: text('sealed').notNull(),
  oldSealed: text('old_sealed'),
  oldUntil: time('old_until'),
  error: text('error'),
  takenAt: time('taken_at'),
  createdBy: id<UserId>('created_by').notNull(),
  createdAt: time('created_at').notNull(),
})

export const incomingEventsTable = teamlore.table('incoming_events', {
  id: id<IncomingEventId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  hookId: id<IncomingHookId>('hook_id').notNull(),
  messageId: text('message_id').notNull(),
  type: text('type').$type<IncomingType>().notNull(),
  state: text('state').$type<IncomingEventState>().notNull(),
  result: text('result'),
  receivedAt: time('received_at').notNull(),
  heldUntil: time('held_until'),
  about: text('about'),
  happenedAt: time('happened_at'),
})
