import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import { boolean, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const teamsTable = teamlore.table('teams', {
  id: id<TeamId>('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  /** Where the team set no policy: whether memories that nobody reviewed are served. */
  servesUnreviewed: boolean('serves_unreviewed').notNull().default(false),
})

export const membershipsTable = teamlore.table(
  'memberships',
  {
    teamId: id<TeamId>('team_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    role: text('role').$type<TeamRole>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
)
