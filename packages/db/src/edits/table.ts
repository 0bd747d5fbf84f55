import type { EditId, SessionId, TeamId, UserId } from '@teamlore/shared'
import { integer, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const editsTable = teamlore.table(
  'edits',
  {
    id: id<EditId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    privateTo: id<UserId>('private_to'),
    key: text('key').notNull(),
    messageKey: text('message_key').notNull(),
    toolCallId: text('tool_call_id'),
    ts: time('ts'),
    path: text('path').notNull(),
    operation: text('operation').notNull(),
    addedLines: integer('added_lines').notNull(),
    removedLines: integer('removed_lines').notNull(),
    added: text('added').array().notNull(),
    removed: text('removed').array().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.key)],
)
