import type { SessionId, TeamId, UserId } from '@teamlore/shared'
import { bigint, boolean, date, integer, jsonb, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const usageEventsTable = teamlore.table('usage_events', {
  id: id('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  sessionId: id<SessionId>('session_id'),
  userId: id<UserId>('user_id'),
  purpose: text('purpose').notNull(),
  provider: text('provider').notNull(),
  model: text('model').notNull(),
  key: text('key').notNull(),
  /** A digest of the settings it was made with. */
  setup: text('setup'),
  /** Who waits for the answer; null for background work. */
  askedBy: id<UserId>('asked_by'),
  state: text('state').$type<'running' | 'done' | 'failed'>().notNull(),
  reason: text('reason'),
  inputTokens: integer('input_tokens').notNull(),
  outputTokens: integer('output_tokens').notNull(),
  costMicros: bigint('cost_micros', { mode: 'number' }),
  createdAt: time('created_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
})

/** What a day of UTC cost a team; the database adds up each call as it begins and ends. */
export const usageDaysTable = teamlore.table(
  'usage_days',
  {
    teamId: id<TeamId>('team_id').notNull(),
    day: date('day').notNull(),
    tokens: bigint('tokens', { mode: 'number' }).notNull(),
    costMicros: bigint('cost_micros', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.day] })],
)

export const modelAnswersTable = teamlore.table(
  'model_answers',
  {
    teamId: id<TeamId>('team_id').notNull(),
    key: text('key').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    privateTo: id<UserId>('private_to'),
    answer: jsonb('answer').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.key, t.sessionId] })],
)

export const modelSettingsTable = teamlore.table('model_settings', {
  teamId: id<TeamId>('team_id').primaryKey(),
  isEnabled: boolean('is_enabled').notNull(),
  dailyUsd: real('daily_usd'),
  dailyTokens: bigint('daily_tokens', { mode: 'number' }),
  askedAgainAt: time('asked_again_at'),
  updatedAt: time('updated_at').notNull().defaultNow(),
})
