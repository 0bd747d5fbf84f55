import type { SessionId, TeamId } from '@teamlore/shared'
import { integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const distillationsTable = teamlore.table(
  'distillations',
  {
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    distiller: text('distiller').notNull(),
    prompts: integer('prompts').notNull(),
    lastOrdinal: integer('last_ordinal').notNull(),
    distilledAt: time('distilled_at').notNull().defaultNow(),
    postponedUntil: time('postponed_until'),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.distiller] })],
)
