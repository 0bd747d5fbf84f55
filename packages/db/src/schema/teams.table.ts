import type {
  ApiKeyId,
  BrowserId,
  InvitationId,
  MachineId,
  TeamId,
  TeamRole,
  UserId,
} from '@teamlore/shared'
import { boolean, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from './columns.ts'

export const teamsTable = teamlore.table('teams', {
  id: id<TeamId>('id').primaryKey(),
  name: text('name').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const usersTable = teamlore.table('users', {
  id: id<UserId>('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').unique(),
  kind: text('kind').$type<'person' | 'service'>().notNull().default('person'),
  createdAt: time('created_at').notNull().defaultNow(),
})

export const membershipsTable = teamlore.table(
  'memberships',
  {
    teamId: id<TeamId>('team_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    role: text('role').$type<TeamRole>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
)

export const machinesTable = teamlore.table('machines', {
  id: id<MachineId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  fingerprint: text('fingerprint').notNull(),
  name: text('name').notNull(),
  platform: text('platform').notNull(),
  agentVersion: text('agent_version').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  lastSeenAt: time('last_seen_at'),
})

export const apiKeysTable = teamlore.table('api_keys', {
  id: id<ApiKeyId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  machineId: id<MachineId>('machine_id'),
  name: text('name').notNull(),
  role: text('role').$type<TeamRole>().notNull(),
  keyHash: text('key_hash').notNull().unique(),
  hint: text('hint').notNull(),
  fromEnvironment: boolean('from_environment').notNull().default(false),
  isOperators: boolean('is_operators').notNull().default(false),
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
  createdBy: id<UserId>('created_by'),
  expiresAt: time('expires_at'),
})

export const signInLinksTable = teamlore.table('sign_in_links', {
  tokenHash: text('token_hash').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
  givenBy: id<UserId>('given_by'),
  most: text('most').$type<TeamRole>().notNull().default('owner'),
  isBound: boolean('is_bound').notNull().default(false),
})

export const browserSessionsTable = teamlore.table('browser_sessions', {
  id: id<BrowserId>('id').notNull(),
  agent: text('agent').notNull().default(''),
  lastSeenAt: time('last_seen_at').notNull().defaultNow(),
  seed: text('seed').notNull().default(''),
  rotatedAt: time('rotated_at').notNull().defaultNow(),
  nextHash: text('next_hash').unique(),
  previousHash: text('previous_hash').unique(),
  previousUntil: time('previous_until'),
  tokenHash: text('token_hash').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  isBound: boolean('is_bound').notNull().default(false),
  most: text('most').$type<TeamRole>().notNull().default('owner'),
  givenBy: id<UserId>('given_by'),
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
