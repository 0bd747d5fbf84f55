import type { MachineId, TeamId, UserId } from '@teamlore/shared'
import { text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const machinesTable = teamlore.table('machines', {
  id: id<MachineId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  fingerprint: text('fingerprint').notNull(),
  name: text('name').notNull(),
  platform: text('platform').notNull(),
  agentVersion: text('agent_version').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastSeenAt: time('last_seen_at'),
})
