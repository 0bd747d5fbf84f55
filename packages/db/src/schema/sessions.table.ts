import type {
  Block,
  EditId,
  MachineId,
  MessageId,
  MessageKind,
  MessageRole,
  ProjectId,
  SessionId,
  SessionKind,
  SessionStarter,
  TeamId,
  Usage,
  UserId,
  Visibility,
} from '@teamlore/shared'
import type { SessionNoteId, SessionNoteKind } from '@teamlore/shared/session-notes'
import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { id, teamlore, time } from './columns.ts'

export const projectsTable = teamlore.table(
  'projects',
  {
    id: id<ProjectId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    identity: text('identity').notNull(),
    name: text('name').notNull(),
    remoteUrl: text('remote_url'),
    rootCommit: text('root_commit'),
    defaultVisibility: text('default_visibility').$type<Visibility>().notNull().default('team'),
    isRestricted: boolean('is_restricted').notNull().default(false),
    keepsWorktreesApart: boolean('keeps_worktrees_apart').notNull().default(false),
    linksFrom: doublePrecision('links_from').notNull().default(0.5),
    sharesCode: boolean('shares_code').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.teamId, t.identity)],
)

export const projectAccessTable = teamlore.table(
  'project_access',
  {
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    grantedBy: id<UserId>('granted_by').notNull(),
    grantedAt: time('granted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] })],
)

export const projectPathsTable = teamlore.table(
  'project_paths',
  {
    teamId: id<TeamId>('team_id').notNull(),
    machineId: id<MachineId>('machine_id').notNull(),
    rootPath: text('root_path').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.machineId, t.rootPath] })],
)

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
})

export const messagesTable = teamlore.table(
  'messages',
  {
    id: id<MessageId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    privateTo: id<UserId>('private_to'),
    key: text('key').notNull(),
    parentKey: text('parent_key'),
    ordinal: integer('ordinal').notNull(),
    ts: time('ts'),
    role: text('role').$type<MessageRole>().notNull(),
    kind: text('kind').$type<MessageKind>().notNull(),
    model: text('model'),
    blocks: jsonb('blocks').$type<Block[]>().notNull(),
    usage: jsonb('usage').$type<Usage>(),
    cwd: text('cwd'),
    gitBranch: text('git_branch'),
    toolVersion: text('tool_version'),
    isAbandoned: boolean('is_abandoned').notNull().default(false),
    contentHash: text('content_hash').notNull(),
    documents: integer('documents'),
    sessionBeganAt: time('session_began_at'),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.key)],
)

export const editsTable = teamlore.table(
  'edits',
  {
    id: id<EditId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    privateTo: id<UserId>('private_to'),
    key: text('key').notNull(),
    messageKey: text('message_key').notNull(),
    toolCallId: text('tool_call_id'),
    ts: time('ts'),
    path: text('path').notNull(),
    operation: text('operation').notNull(),
    addedLines: integer('added_lines').notNull(),
    removedLines: integer('removed_lines').notNull(),
    added: text('added').array().notNull(),
    removed: text('removed').array().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.key)],
)
