import type { TeamId, UserId } from '@teamlore/shared'
import { primaryKey } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const homeStatesTable = teamlore.table(
  'home_states',
  {
    teamId: id<TeamId>('team_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    seenAt: time('seen_at'),
    previousAt: time('previous_at'),
    guideHiddenAt: time('guide_hidden_at'),
    agentAt: time('agent_at'),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
)
