import type { TeamId, UserId } from '@teamlore/shared'
import { date, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const mailDigestsTable = teamlore.table(
  'mail_digests',
  {
    teamId: id<TeamId>('team_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    since: time('since').notNull(),
    week: date('week'),
    sentAt: time('sent_at'),
    heldUntil: time('held_until'),
    error: text('error'),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
)
