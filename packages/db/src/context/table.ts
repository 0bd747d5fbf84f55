import type { SessionId, TeamId, UserId } from '@teamlore/shared'
import type { HandedFinding, ReadingState } from '@teamlore/shared/handover'
import { jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
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

export const handedReadingsTable = teamlore.table(
  'handed_readings',
  {
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    key: text('key').notNull(),
    state: text('state').$type<ReadingState>().notNull().default('waiting'),
    reason: text('reason').notNull().default(''),
    createdAt: time('created_at').notNull().defaultNow(),
    readAt: time('read_at'),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.key] })],
)
