import type { InvitationId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { boolean, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const usersTable = teamlore.table('users', {
  id: id<UserId>('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').unique(),
  kind: text('kind').$type<'person' | 'service'>().notNull().default('person'),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const invitationsTable = teamlore.table('invitations', {
  id: id<InvitationId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  tokenHash: text('token_hash').notNull().unique(),
  role: text('role').$type<TeamRole>().notNull(),
  email: text('email'),
  isMailed: boolean('is_mailed').notNull().default(false),
  createdBy: id<UserId>('created_by').notNull(),
  createdAt: time('created_at').notNull(),
  sentAt: time('sent_at'),
  expiresAt: time('expires_at').notNull(),
  endedAt: time('ended_at'),
  outcome: text('outcome').$type<'accepted' | 'declined' | 'revoked'>(),
  userId: id<UserId>('user_id'),
})
