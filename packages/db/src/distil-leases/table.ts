import type { MemoryId, SessionId, TeamId, UserId } from '@teamlore/shared'
import type { DistilRule, DistilTool } from '@teamlore/shared/distil-leases'
import { boolean, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export type LeaseState = 'leased' | 'done' | 'failed' | 'released'

export const distilLeasesTable = teamlore.table('distil_leases', {
  id: id('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  /** It is about a session, */
  sessionId: id<SessionId>('session_id'),
  /** or about a memory. */
  memoryId: id<MemoryId>('memory_id'),
  holder: text('holder').notNull(),
  tool: text('tool').$type<DistilTool>().notNull(),
  state: text('state').$type<LeaseState>().notNull(),
  questionKey: text('question_key'),
  failures: integer('failures').notNull().default(0),
  answered: integer('answered').notNull().default(0),
  /** About a memory, by question. */
  answers: jsonb('answers').$type<Record<string, unknown>>().notNull().default({}),
  reason: text('reason'),
  findings: integer('findings'),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  finishedAt: time('finished_at'),
})

export const distilRulesTable = teamlore.table(
  'distil_rules',
  {
    teamId: id<TeamId>('team_id').notNull(),
    kind: text('kind').$type<DistilRule['kind']>().notNull(),
    subject: text('subject').notNull(),
    isAllowed: boolean('is_allowed').notNull(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.kind, t.subject] })],
)
