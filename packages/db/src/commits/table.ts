import type { CommitId, MachineId, ProjectId, TeamId, UserId } from '@teamlore/shared'
import type { FileStatus, IngestCommit } from '@teamlore/shared/commits'
import { boolean, integer, jsonb, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

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
    /** Of a revert: what its message says beside the subject. */
    body: text('body').notNull().default(''),
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
    /** When its code was sent; null while it was not, or is forgotten. */
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
