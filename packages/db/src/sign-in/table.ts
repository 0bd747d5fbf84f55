import type {
  ApiKeyId,
  BrowserId,
  MachineId,
  RegisterMachineRequest,
  TeamId,
  TeamRole,
  UserId,
} from '@teamlore/shared'
import type { EmailTrust, ProviderKind } from '@teamlore/shared/sign-in'
import { bigint, boolean, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const signInProvidersTable = teamlore.table('sign_in_providers', {
  id: id('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  kind: text('kind').$type<ProviderKind>().notNull(),
  name: text('name').notNull(),
  issuer: text('issuer'),
  clientId: text('client_id').notNull(),
  clientSecret: text('client_secret').notNull(),
  allowedDomains: text('allowed_domains').array().notNull(),
  newRole: text('new_role').$type<TeamRole>(),
  emailTrust: text('email_trust').$type<EmailTrust>().notNull(),
  groupsClaim: text('groups_claim').notNull(),
  groupRoles: jsonb('group_roles').$type<{ group: string; role: TeamRole }[]>().notNull(),
  createdAt: time('created_at').notNull(),
})

export const identitiesTable = teamlore.table(
  'identities',
  {
    provider: id('provider').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: id<UserId>('user_id').notNull(),
    email: text('email'),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.issuer, t.subject] })],
)

export const passkeysTable = teamlore.table('passkeys', {
  id: id('id').primaryKey(),
  credentialId: text('credential_id').notNull().unique(),
  userId: id<UserId>('user_id').notNull(),
  boundTeamId: id<TeamId>('bound_team_id'),
  most: text('most').$type<TeamRole>().notNull(),
  name: text('name').notNull(),
  publicKey: text('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull(),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
  givenBy: id<UserId>('given_by'),
})

export const signInAttemptsTable = teamlore.table('sign_in_attempts', {
  tokenHash: text('token_hash').primaryKey(),
  purpose: text('purpose').$type<'provider' | 'link' | 'passkey' | 'new_passkey'>().notNull(),
  provider: id('provider'),
  state: text('state'),
  nonce: text('nonce'),
  verifier: text('verifier'),
  challenge: text('challenge'),
  next: text('next'),
  invitation: text('invitation'),
  userId: id<UserId>('user_id'),
  expiresAt: time('expires_at').notNull(),
})

export const deviceCodesTable = teamlore.table('device_codes', {
  deviceHash: text('device_hash').primaryKey(),
  userCode: text('user_code').notNull().unique(),
  machine: jsonb('machine').$type<RegisterMachineRequest>().notNull(),
  address: text('address').notNull(),
  createdAt: time('created_at').notNull(),
  expiresAt: time('expires_at').notNull(),
  polledAt: time('polled_at'),
  answer: text('answer').$type<'allowed' | 'denied'>(),
  forUserId: id<UserId>('for_user_id'),
  forTeamId: id<TeamId>('for_team_id'),
  most: text('most').$type<TeamRole>(),
  givenBy: id<UserId>('given_by'),
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
