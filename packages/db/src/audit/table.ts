import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import { jsonb, text } from 'drizzle-orm/pg-core'
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
