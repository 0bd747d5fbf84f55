import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import { jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
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
})

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
