import type {
  MachineId,
  MemoryId,
  Origin,
  ProjectId,
  SessionId,
  TeamId,
  UserId,
} from '@teamlore/shared'
import type {
  AnchorState,
  ConfidenceParts,
  EvidenceKind,
  MemoryKind,
  MemorySlots,
  MemoryStatus,
  RelationType,
} from '@teamlore/shared/memories'
import type { MemoryReader, ServingDoor } from '@teamlore/shared/memory-use'
import { boolean, date, integer, jsonb, primaryKey, real, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

/** What a version of a memory says. */
const said = {
  kind: text('kind').$type<MemoryKind>().notNull(),
  status: text('status').$type<MemoryStatus>().notNull(),
  /** What a colleague would ask for; empty until it is written. */
  topic: text('topic').notNull().default(''),
  statement: text('statement').notNull(),
  reason: text('reason').notNull(),
  rejected: jsonb('rejected').$type<string[]>().notNull(),
  slots: jsonb('slots').$type<MemorySlots>().notNull(),
  /** What a colleague would ask who does not know it. */
  questions: jsonb('questions').$type<string[]>().notNull().default([]),
}

const owned = {
  teamId: id<TeamId>('team_id').notNull(),
  privateTo: id<UserId>('private_to'),
}

export const memoriesTable = teamlore.table('memories', {
  id: id<MemoryId>('id').primaryKey(),
  ...owned,
  projectId: id<ProjectId>('project_id'),
  ...said,
  origin: text('origin').$type<Origin>().notNull(),
  confidence: real('confidence').notNull(),
  confidenceParts: jsonb('confidence_parts').$type<ConfidenceParts>().notNull(),
  authorId: id<UserId>('author_id'),
  assigneeId: id<UserId>('assignee_id'),
  version: integer('version').notNull(),
  validFrom: time('valid_from').notNull(),
  recordedAt: time('recorded_at').notNull(),
  confirmedAt: time('confirmed_at').notNull(),
  createdAt: time('created_at').notNull(),
  successorId: id<MemoryId>('successor_id'),
  staleSince: time('stale_since'),
  staleReason: text('stale_reason'),
  removalSince: time('removal_since'),
  removalReason: text('removal_reason'),
  removalBy: id<UserId>('removal_by'),
  removalKeptAt: time('removal_kept_at'),
  reviewedBy: id<UserId>('reviewed_by'),
  reviewedAt: time('reviewed_at'),
  reviewReason: text('review_reason'),
  documents: integer('documents'),
  judgedVersion: integer('judged_version'),
  dependantsVersion: integer('dependants_version'),
  questionedVersion: integer('questioned_version'),
})

export const memoryVersionsTable = teamlore.table(
  'memory_versions',
  {
    memoryId: id<MemoryId>('memory_id').notNull(),
    version: integer('version').notNull(),
    ...owned,
    ...said,
    validFrom: time('valid_from').notNull(),
    validTo: time('valid_to'),
    recordedAt: time('recorded_at').notNull(),
    recordedBy: id<UserId>('recorded_by'),
    change: text('change').notNull(),
    note: text('note'),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.version] })],
)

export const memoryAnchorsTable = teamlore.table(
  'memory_anchors',
  {
    memoryId: id<MemoryId>('memory_id').notNull(),
    position: integer('position').notNull(),
    ...owned,
    path: text('path').notNull(),
    symbol: text('symbol'),
    startLine: integer('start_line'),
    endLine: integer('end_line'),
    contentHash: text('content_hash'),
    state: text('state').$type<AnchorState>().notNull(),
    isInherited: boolean('is_inherited').notNull(),
    changedAt: time('changed_at'),
    reportedAt: time('reported_at'),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.position] })],
)

export const memoryEvidenceTable = teamlore.table(
  'memory_evidence',
  {
    memoryId: id<MemoryId>('memory_id').notNull(),
    position: integer('position').notNull(),
    ...owned,
    kind: text('kind').$type<EvidenceKind>().notNull(),
    ref: text('ref').notNull(),
    sessionId: id<SessionId>('session_id'),
    quote: text('quote').notNull(),
    origin: text('origin').$type<Origin>().notNull(),
    userId: id<UserId>('user_id'),
    machineId: id<MachineId>('machine_id'),
    occurredAt: time('occurred_at'),
    recordedAt: time('recorded_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.position] })],
)

export const memoryRelationsTable = teamlore.table(
  'memory_relations',
  {
    fromId: id<MemoryId>('from_id').notNull(),
    toId: id<MemoryId>('to_id').notNull(),
    type: text('type').$type<RelationType>().notNull(),
    ...owned,
    status: text('status').$type<'held' | 'proposed' | 'dismissed'>().notNull(),
    confidence: real('confidence').notNull(),
    reason: text('reason').notNull(),
    createdBy: id<UserId>('created_by'),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fromId, t.toId, t.type] })],
)

export const memorySignalsTable = teamlore.table(
  'memory_signals',
  {
    memoryId: id<MemoryId>('memory_id').notNull(),
    type: text('type').$type<MemorySignalType>().notNull(),
    source: text('source').notNull(),
    ...owned,
    userId: id<UserId>('user_id'),
    machineId: id<MachineId>('machine_id'),
    sessionId: id<SessionId>('session_id'),
    note: text('note').notNull(),
    createdAt: time('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.type, t.source] })],
)

export type MemorySignalType =
  | 'confirmed'
  | 'approved'
  | 'contradicted'
  | 'corrected'
  | 'test_failed'
  | 'reverted'
  | 'change_rejected'
  | 'mended'
  /** It rests on what an agent handed over, and no reader has looked at that. */
  | 'unread'
  /** A reader has, and found it in the session. */
  | 'read'

export const memoryPoliciesTable = teamlore.table('memory_policies', {
  teamId: id<TeamId>('team_id').notNull(),
  projectId: id<ProjectId>('project_id'),
  mode: text('mode').$type<'manual' | 'confidence' | 'origin'>().notNull(),
  threshold: real('threshold').notNull(),
  origins: jsonb('origins').$type<Origin[]>().notNull(),
  servesUnreviewed: boolean('serves_unreviewed').notNull().default(false),
  updatedBy: id<UserId>('updated_by'),
  updatedAt: time('updated_at').notNull(),
})

export const memoryActionsTable = teamlore.table('memory_actions', {
  id: text('id').primaryKey(),
  ...owned,
  userId: id<UserId>('user_id').notNull(),
  decision: text('decision').notNull(),
  before: jsonb('before').notNull(),
  createdAt: time('created_at').notNull(),
  undoneAt: time('undone_at'),
})

export const memoryCurationsTable = teamlore.table('memory_curations', {
  sessionId: id<SessionId>('session_id').primaryKey(),
  ...owned,
  distilledAt: time('distilled_at').notNull(),
  curatedAt: time('curated_at').notNull(),
})

export const memoryServingsTable = teamlore.table(
  'memory_servings',
  {
    teamId: id<TeamId>('team_id').notNull(),
    memoryId: id<MemoryId>('memory_id').notNull(),
    day: date('day').notNull(),
    userId: id<UserId>('user_id').notNull(),
    reader: text('reader').$type<MemoryReader>().notNull(),
    door: text('door').$type<ServingDoor>().notNull(),
    times: integer('times').notNull().default(1),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.day, t.userId, t.reader, t.door] })],
)

export const memoryCommentsTable = teamlore.table('memory_comments', {
  ...owned,
  projectId: id<ProjectId>('project_id').notNull(),
  hash: text('hash').notNull(),
  path: text('path').notNull(),
  line: integer('line').notNull(),
  memoryId: id<MemoryId>('memory_id'),
  seenAt: time('seen_at').notNull(),
  goneAt: time('gone_at'),
})

export const reviewBatchesTable = teamlore.table(
  'review_batches',
  {
    teamId: id<TeamId>('team_id').notNull(),
    week: date('week').notNull(),
    memoryId: id<MemoryId>('memory_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.week] })],
)
