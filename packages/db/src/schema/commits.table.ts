import type {
  CommitId,
  MachineId,
  ProjectId,
  SessionId,
  SessionLinkId,
  TeamId,
  UserId,
} from '@teamlore/shared'
import type {
  FileStatus,
  IngestCommit,
  LinkMaker,
  LinkRelation,
  LinkType,
} from '@teamlore/shared/commits'
import type { SharedHunk } from '@teamlore/shared/shared-code'
import {
  bigint,
  boolean,
  integer,
  jsonb,
  primaryKey,
  real,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { id, teamlore, time } from './columns.ts'

export const commitsTable = teamlore.table(
  'commits',
  {
    id: id<CommitId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    privateTo: id<UserId>('private_to'),
    sha: text('sha').notNull(),
    parents: text('parents').array().notNull(),
    tree: text('tree').notNull(),
    patchId: text('patch_id'),
    authorName: text('author_name').notNull(),
    authorHash: text('author_hash'),
    authoredAt: time('authored_at').notNull(),
    committedAt: time('committed_at').notNull(),
    branch: text('branch'),
    subject: text('subject').notNull(),
    trailers: jsonb('trailers').$type<IngestCommit['trailers']>().notNull(),
    mentions: jsonb('mentions').$type<IngestCommit['mentions']>().notNull(),
    notedSessions: jsonb('noted_sessions').$type<IngestCommit['noted_sessions']>().notNull(),
    fileCount: integer('file_count').notNull(),
    addedLines: integer('added_lines').notNull(),
    removedLines: integer('removed_lines').notNull(),
    seenOn: id<MachineId>('seen_on').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    linkedAt: time('linked_at'),
    documents: integer('documents'),
    /** Private only because its sender stood outside of the project. */
    fromOutside: boolean('from_outside').notNull().default(false),
    /** When its code was told; null while it was not, or is forgotten. */
    codeAt: time('code_at'),
    /** Files were left out of it: of those nothing is known. */
    codeIsCut: boolean('code_is_cut').notNull().default(false),
  },
  (t) => [unique().on(t.teamId, t.projectId, t.sha, t.privateTo).nullsNotDistinct()],
)

export const commitFilesTable = teamlore.table(
  'commit_files',
  {
    teamId: id<TeamId>('team_id').notNull(),
    commitId: id<CommitId>('commit_id').notNull(),
    position: integer('position').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    privateTo: id<UserId>('private_to'),
    path: text('path').notNull(),
    oldPath: text('old_path'),
    status: text('status').$type<FileStatus>().notNull(),
    isBinary: boolean('is_binary').notNull(),
    addedLines: integer('added_lines').notNull(),
    removedLines: integer('removed_lines').notNull(),
    added: text('added').array().notNull(),
    removed: text('removed').array().notNull(),
    authoredAt: time('authored_at').notNull(),
    /** Lines of it that stand in `commit_lines` already; null when all do. */
    indexed: integer('indexed'),
  },
  (t) => [primaryKey({ columns: [t.commitId, t.position] })],
)

export const commitCodeTable = teamlore.table(
  'commit_code',
  {
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    commitId: id<CommitId>('commit_id').notNull(),
    position: integer('position').notNull(),
    path: text('path').notNull(),
    oldPath: text('old_path'),
    status: text('status').$type<FileStatus>().notNull(),
    hunks: jsonb('hunks').$type<SharedHunk[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.commitId, t.position] })],
)

export const commitRelationsTable = teamlore.table(
  'commit_relations',
  {
    teamId: id<TeamId>('team_id').notNull(),
    commitId: id<CommitId>('commit_id').notNull(),
    otherId: id<CommitId>('other_id').notNull(),
    kind: text('kind').$type<'replaces' | 'reverts' | 'fixes'>().notNull(),
    part: real('part').notNull(),
    reason: text('reason').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    drawnAt: time('drawn_at'),
    memoryId: text('memory_id'),
  },
  (t) => [primaryKey({ columns: [t.commitId, t.otherId, t.kind] })],
)

export const sessionLinksTable = teamlore.table(
  'session_links',
  {
    id: id<SessionLinkId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    type: text('type').$type<LinkType>().notNull(),
    commitId: id<CommitId>('commit_id'),
    target: text('target').notNull(),
    relation: text('relation').$type<LinkRelation>().notNull(),
    confidence: real('confidence').notNull(),
    reasons: jsonb('reasons').$type<string[]>().notNull(),
    createdBy: text('created_by').$type<LinkMaker>().notNull(),
    userId: id<UserId>('user_id'),
    model: text('model'),
    isRejected: boolean('is_rejected').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.sessionId, t.type, t.target)],
)

export const sessionGitTable = teamlore.table(
  'session_git',
  {
    teamId: id<TeamId>('team_id').notNull(),
    sessionId: id<SessionId>('session_id').notNull(),
    kind: text('kind').$type<'ran' | 'printed' | 'linked'>().notNull(),
    at: time('at').notNull(),
    said: text('said').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.kind, t.said, t.at] })],
)

export const editLinesTable = teamlore.table('edit_lines', {
  teamId: id<TeamId>('team_id').notNull(),
  key: bigint('key', { mode: 'bigint' }).notNull(),
  sessionId: id<SessionId>('session_id').notNull(),
  name: integer('name').notNull(),
  at: time('at').notNull(),
})

export const commitLinesTable = teamlore.table('commit_lines', {
  teamId: id<TeamId>('team_id').notNull(),
  key: bigint('key', { mode: 'bigint' }).notNull(),
  commitId: id<CommitId>('commit_id').notNull(),
  name: integer('name').notNull(),
  at: time('at').notNull(),
})
