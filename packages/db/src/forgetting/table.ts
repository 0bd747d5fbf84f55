import type { MemoryId, SessionId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import type { DeletionKind, ForgottenKind, HoldKind } from '@teamlore/shared/forgetting'
import type { DeletionId } from '@teamlore/shared/ids'
import { integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export type ForgottenCounts = Partial<Record<ForgottenKind, number>>

/** What an undo puts back in rows that stay. */
export type KeptForUndo = {
  title?: { session: string; text: string }
  /** The role that an erased person had, where they were a member. */
  role?: TeamRole
}

export const deletionsTable = teamlore.table('deletions', {
  id: id<DeletionId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  kind: text('kind').$type<DeletionKind>().notNull(),
  subject: text('subject').notNull(),
  ownerId: id<UserId>('owner_id'),
  /** The session of a message. */
  ofSession: id<SessionId>('of_session'),
  requestedBy: id<UserId>('requested_by').notNull(),
  counts: jsonb('counts').$type<ForgottenCounts>().notNull(),
  kept: jsonb('kept').$type<KeptForUndo>().notNull(),
  hiddenAt: time('hidden_at').notNull(),
  rememberedAt: time('remembered_at'),
  purgeAfter: time('purge_after').notNull(),
  purgedAt: time('purged_at'),
  undoneAt: time('undone_at'),
  undoneBy: id<UserId>('undone_by'),
  receipt: jsonb('receipt').$type<Record<string, number>>().notNull().default({}),
})

export type HiddenKind = 'session' | 'message' | 'edit' | 'memory'

export const hiddenRecordsTable = teamlore.table(
  'hidden_records',
  {
    teamId: id<TeamId>('team_id').notNull(),
    id: text('id').notNull(),
    deletionId: id<DeletionId>('deletion_id').notNull(),
    kind: text('kind').$type<HiddenKind>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.id, t.deletionId] })],
)

export type TombstoneKind = 'id' | 'session' | 'message' | 'words' | 'memory'

export const tombstonesTable = teamlore.table(
  'tombstones',
  {
    teamId: id<TeamId>('team_id').notNull(),
    hash: text('hash').notNull(),
    deletionId: id<DeletionId>('deletion_id').notNull(),
    kind: text('kind').$type<TombstoneKind>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.hash, t.deletionId] })],
)

export const forgottenEvidenceTable = teamlore.table(
  'forgotten_evidence',
  {
    teamId: id<TeamId>('team_id').notNull(),
    memoryId: id<MemoryId>('memory_id').notNull(),
    deletionId: id<DeletionId>('deletion_id').notNull(),
    pieces: integer('pieces').notNull(),
    forgottenAt: time('forgotten_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.memoryId, t.deletionId] })],
)

export const forgettingSettingsTable = teamlore.table('forgetting_settings', {
  teamId: id<TeamId>('team_id').primaryKey(),
  delayHours: integer('delay_hours').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const legalHoldsTable = teamlore.table(
  'legal_holds',
  {
    teamId: id<TeamId>('team_id').notNull(),
    subject: text('subject').notNull(),
    kind: text('kind').$type<HoldKind>().notNull(),
    reason: text('reason').notNull(),
    setBy: id<UserId>('set_by').notNull(),
    setAt: time('set_at').notNull(),
    liftedBy: id<UserId>('lifted_by'),
    liftedAt: time('lifted_at'),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.subject, t.setAt] })],
)
