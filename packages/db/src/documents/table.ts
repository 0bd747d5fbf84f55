import type {
  DocumentId,
  DocumentKind,
  MessageId,
  Origin,
  ProjectId,
  SessionId,
  TeamId,
  TeamRole,
  UserId,
} from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import { bigint, integer, primaryKey, smallint, text, unique } from 'drizzle-orm/pg-core'
import { halfvec, id, teamlore, time, tsvector } from '../sql/columns.ts'

/** A row of the one search index, whatever its kind. Long texts stand in several rows (`chunk`). */
export const documentsTable = teamlore.table(
  'documents',
  {
    id: id<DocumentId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id'),
    sessionId: id<SessionId>('session_id'),
    messageId: id<MessageId>('message_id'),
    privateTo: id<UserId>('private_to'),
    kind: text('kind').$type<DocumentKind>().notNull(),
    sourceId: text('source_id').notNull(),
    chunk: integer('chunk').notNull().default(0),
    type: text('type'),
    title: text('title').notNull(),
    body: text('body').notNull(),
    concepts: text('concepts').array().notNull().default([]),
    paths: text('paths').array().notNull().default([]),
    tool: text('tool'),
    gitBranch: text('git_branch'),
    authorId: id<UserId>('author_id'),
    origin: text('origin').$type<Origin>().notNull(),
    status: text('status')
      .$type<'current' | 'unreviewed' | 'superseded' | 'rejected'>()
      .notNull()
      .default('current'),
    occurredAt: time('occurred_at'),
    tokens: integer('tokens').notNull(),
    length: integer('length').notNull(),
    tsv: tsvector('tsv').notNull(),
    contentHash: text('content_hash').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    /** Roles it is for, the least first; null: all. */
    roles: text('roles').array().$type<TeamRole[]>(),
  },
  (t) => [unique().on(t.sourceId, t.chunk)],
)

export const embeddingSpacesTable = teamlore.table('embedding_spaces', {
  id: text('id').primaryKey(),
  dimensions: integer('dimensions').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const documentVectorsTable = teamlore.table(
  'document_vectors',
  {
    documentId: id<DocumentId>('document_id').notNull(),
    space: text('space').notNull(),
    teamId: id<TeamId>('team_id').notNull(),
    contentHash: text('content_hash').notNull(),
    embedding: halfvec('embedding').notNull(),
  },
  (t) => [primaryKey({ columns: [t.documentId, t.space] })],
)

export const embeddingQueueTable = teamlore.table('embedding_queue', {
  documentId: id<DocumentId>('document_id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  priority: smallint('priority').notNull().default(5),
  queuedAt: time('queued_at').notNull().defaultNow(),
})

export const lexemeStatsTable = teamlore.table(
  'lexeme_stats',
  {
    teamId: id<TeamId>('team_id').notNull(),
    lexeme: text('lexeme').notNull(),
    /** Empty: of what the whole team may read. */
    privateTo: text('private_to').notNull().default(''),
    documents: bigint('documents', { mode: 'number' }).notNull(),
    magnitude: smallint('magnitude')
      .notNull()
      .generatedAlwaysAs(sql`floor(ln(greatest(documents, 1)::float8) / ln(2::float8))::smallint`),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.lexeme, t.privateTo] })],
)

export const corpusStatsTable = teamlore.table(
  'corpus_stats',
  {
    teamId: id<TeamId>('team_id').notNull(),
    /** As in `lexeme_stats`; how far was counted stands in the row of the team. */
    privateTo: text('private_to').notNull().default(''),
    documents: bigint('documents', { mode: 'number' }).notNull(),
    totalLength: bigint('total_length', { mode: 'number' }).notNull(),
    countedTo: text('counted_to').notNull().default(''),
    countedAt: time('counted_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.privateTo] })],
)
