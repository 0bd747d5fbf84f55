import type {
  MachineId,
  ProjectId,
  SessionId,
  SessionKind,
  SessionStarter,
  TeamId,
  Usage,
  UserId,
} from '@teamlore/shared'
import type { SessionNoteId, SessionNoteKind } from '@teamlore/shared/session-notes'
import { integer, jsonb, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export type SessionSource = {
  path: string
  lines: number
  bad_lines: number
  unknown_records: number
  redactions: number
  /** Secrets the server still found in what it was sent. */
  server_redactions?: number
}

export const sessionsTable = teamlore.table(
  'sessions',
  {
    id: id<SessionId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    machineId: id<MachineId>('machine_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    projectId: id<ProjectId>('project_id'),
    tool: text('tool').notNull(),
    nativeId: text('native_id').notNull(),
    kind: text('kind').$type<SessionKind>().notNull(),
    startedBy: text('started_by').$type<SessionStarter>().notNull().default('person'),
    parentNativeId: text('parent_native_id'),
    privateTo: id<UserId>('private_to'),
    title: text('title'),
    cwd: text('cwd'),
    gitBranch: text('git_branch'),
    gitHead: text('git_head'),
    toolVersion: text('tool_version'),
    models: text('models').array().notNull().default([]),
    pullRequests: jsonb('pull_requests')
      .$type<{ number: number; url: string }[]>()
      .notNull()
      .default([]),
    source: jsonb('source').$type<Partial<SessionSource>>().notNull().default({}),
    startedAt: time('started_at'),
    endedAt: time('ended_at'),
    messageCount: integer('message_count').notNull().default(0),
    promptCount: integer('prompt_count').notNull().default(0),
    editCount: integer('edit_count').notNull().default(0),
    usage: jsonb('usage').$type<Partial<Usage>>().notNull().default({}),
    distilled: text('distilled')
      .$type<'pending' | 'done' | 'failed'>()
      .notNull()
      .default('pending'),
    distilledAt: time('distilled_at'),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    activityAt: time('activity_at').notNull().defaultNow(),
    readsSince: time('reads_since').defaultNow(),
    /** The `updatedAt` as of which nothing of it was lost; null where it was not looked at, or something is lost. */
    wholeAsOf: time('whole_as_of'),
  },
  (t) => [unique().on(t.teamId, t.machineId, t.tool, t.nativeId)],
)

export const sessionReadsTable = teamlore.table(
  'session_reads',
  {
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    firstReadAt: time('first_read_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.userId] })],
)

export const sessionNotesTable = teamlore.table('session_notes', {
  id: id<SessionNoteId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  sessionId: id<SessionId>('session_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  kind: text('kind').$type<SessionNoteKind>().notNull(),
  text: text('text').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  removedAt: time('removed_at'),
  /** Of how many rows of the search index it is; null where nobody counted. */
  documents: integer('documents'),
})
