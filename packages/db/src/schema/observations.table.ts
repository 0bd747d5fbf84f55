import type {
  MessageId,
  ObservationId,
  ObservationType,
  Origin,
  ProjectId,
  SessionId,
  SummaryId,
  TeamId,
  UserId,
} from '@teamlore/shared'
import { integer, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from './columns.ts'

export const observationsTable = teamlore.table(
  'observations',
  {
    id: id<ObservationId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    projectId: id<ProjectId>('project_id'),
    privateTo: id<UserId>('private_to'),
    promptId: id<MessageId>('prompt_id'),
    messageId: id<MessageId>('message_id'),
    key: text('key').notNull(),
    type: text('type').$type<ObservationType>().notNull(),
    title: text('title').notNull(),
    subtitle: text('subtitle').notNull(),
    narrative: text('narrative').notNull(),
    facts: text('facts').array().notNull(),
    concepts: text('concepts').array().notNull(),
    filesRead: text('files_read').array().notNull(),
    filesModified: text('files_modified').array().notNull(),
    origin: text('origin').$type<Origin>().notNull(),
    distiller: text('distiller').$type<'extractive' | 'model' | 'import'>().notNull(),
    occurredAt: time('occurred_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.key)],
)

export const summariesTable = teamlore.table(
  'summaries',
  {
    id: id<SummaryId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    projectId: id<ProjectId>('project_id'),
    privateTo: id<UserId>('private_to'),
    promptId: id<MessageId>('prompt_id'),
    promptNumber: integer('prompt_number').notNull(),
    request: text('request').notNull(),
    investigated: text('investigated').notNull(),
    learned: text('learned').notNull(),
    completed: text('completed').notNull(),
    nextSteps: text('next_steps').notNull(),
    notes: text('notes').notNull(),
    distiller: text('distiller').$type<'extractive' | 'model' | 'import'>().notNull(),
    occurredAt: time('occurred_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.promptNumber)],
)
