import type { ProjectId, SessionId, TeamId, UserId } from '@teamlore/shared'
import { bigint, boolean, integer, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

/** What a policy says. Bytes as PostgreSQL stores them. */
const limits = {
  days: integer('days'),
  maxBytes: bigint('max_bytes', { mode: 'number' }),
  keepsPrompts: boolean('keeps_prompts').notNull(),
}

export const retentionPoliciesTable = teamlore.table('retention_policies', {
  projectId: id<ProjectId>('project_id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  ...limits,
  setBy: id<UserId>('set_by').notNull(),
  setAt: time('set_at').notNull(),
  effectiveAt: time('effective_at').notNull(),
})

export const retentionRunsTable = teamlore.table('retention_runs', {
  id: text('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  projectId: id<ProjectId>('project_id').notNull(),
  ...limits,
  startedAt: time('started_at').notNull(),
  finishedAt: time('finished_at'),
  sessions: integer('sessions').notNull().default(0),
  messages: integer('messages').notNull().default(0),
  bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
  keptMessages: integer('kept_messages').notNull().default(0),
})

export const sessionSizesTable = teamlore.table('session_sizes', {
  sessionId: id<SessionId>('session_id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  measuredAsOf: time('measured_as_of').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})

export const sessionRemovalsTable = teamlore.table('session_removals', {
  sessionId: id<SessionId>('session_id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  lastOrdinal: integer('last_ordinal').notNull(),
  prompts: integer('prompts').notNull(),
  messages: integer('messages').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
  keptMessages: integer('kept_messages').notNull(),
  removedAt: time('removed_at').notNull(),
  ...limits,
  appliedAsOf: time('applied_as_of'),
})
