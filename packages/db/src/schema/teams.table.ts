import type { ApiKeyId, MachineId, TeamId, TeamRole, UserId } from '@teamlore/shared'
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
  createdAt: time('created_at').notNull().defaultNow(),
  lastUsedAt: time('last_used_at'),
  revokedAt: time('revoked_at'),
})

export const signInLinksTable = teamlore.table('sign_in_links', {
  tokenHash: text('token_hash').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
  usedAt: time('used_at'),
})

export const browserSessionsTable = teamlore.table('browser_sessions', {
  tokenHash: text('token_hash').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  expiresAt: time('expires_at').notNull(),
})
