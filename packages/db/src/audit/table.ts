import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import { integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const auditEventsTable = teamlore.table('audit_events', {
  id: text('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id'),
  machineId: id<MachineId>('machine_id'),
  action: text('action').notNull(),
  subject: text('subject'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  createdAt: time('created_at').notNull().defaultNow(),
  /** The batch it was sealed in; null while it waits. */
  batch: integer('batch'),
})

export type SealedEntry = { id: string; hash: string }

/** Each holds the hash of the one before, so that nothing in between is changed, taken out or put in unseen. */
export const auditBatchesTable = teamlore.table(
  'audit_batches',
  {
    teamId: id<TeamId>('team_id').notNull(),
    number: integer('number').notNull(),
    previousHash: text('previous_hash').notNull(),
    entries: jsonb('entries').$type<SealedEntry[]>().notNull(),
    root: text('root').notNull(),
    hash: text('hash').notNull(),
    sealedAt: time('sealed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.number] })],
)

/** What an event says of a person, apart from it: the event keeps a hash of it, and this is blanked when the person is erased. */
export const auditPersonalFieldsTable = teamlore.table(
  'audit_personal_fields',
  {
    eventId: text('event_id').notNull(),
    teamId: id<TeamId>('team_id').notNull(),
    field: text('field').notNull(),
    userId: id<UserId>('user_id'),
    salt: text('salt'),
    value: text('value'),
  },
  (t) => [primaryKey({ columns: [t.eventId, t.field] })],
)
