import type { ProjectId, SessionId, TeamId, UserId } from '@teamlore/shared'
import type { HoldoutCause } from '@teamlore/shared/holdout'
import type { HoldoutArm } from '@teamlore/shared/holdout-arms'
import { bigint, integer, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const holdoutsTable = teamlore.table('holdouts', {
  projectId: id<ProjectId>('project_id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  /** Percent of sessions that begin without a brief; 0 is off. */
  share: integer('share').notNull(),
  round: text('round').notNull(),
  setBy: id<UserId>('set_by').notNull(),
  setAt: time('set_at').notNull(),
  pausedAt: time('paused_at'),
  pauseCause: text('pause_cause').$type<HoldoutCause>(),
  pauseReason: text('pause_reason'),
})

export const holdoutArmsTable = teamlore.table(
  'holdout_arms',
  {
    teamId: id<TeamId>('team_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    tool: text('tool').notNull(),
    nativeId: text('native_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    round: text('round').notNull(),
    arm: text('arm').$type<HoldoutArm>().notNull(),
    beganAt: time('began_at').notNull(),
    /** Null until the session came in. */
    sessionId: id<SessionId>('session_id'),
    countedAsOf: time('counted_as_of'),
    prompts: integer('prompts'),
    tokens: bigint('tokens', { mode: 'number' }),
    corrections: integer('corrections'),
    reproposals: integer('reproposals'),
    asked: integer('asked'),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId, t.tool, t.nativeId] })],
)
