import type { SessionId, TeamId, UserId } from '@teamlore/shared'
import type { HandedFinding } from '@teamlore/shared/handover'
import { jsonb, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const handoversTable = teamlore.table('handovers', {
  id: id('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  sessionId: id<SessionId>('session_id'),
  sessionName: text('session_name'),
  findings: jsonb('findings').$type<HandedFinding[]>().notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})
