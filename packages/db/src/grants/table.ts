import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import type { ClientScope } from '@teamlore/shared/clients'
import type { GrantId, ManagedClientId } from '@teamlore/shared/ids'
import { jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const oauthClientsTable = teamlore.table('oauth_clients', {
  id: id('id').primaryKey(),
  metadata: jsonb('metadata').$type<Record<string, unknown>>().notNull(),
  createdAt: time('created_at').notNull(),
})

export const oauthGrantsTable = teamlore.table('oauth_grants', {
  id: id<GrantId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  userId: id<UserId>('user_id').notNull(),
  clientId: id('client_id').notNull(),
  clientName: text('client_name').notNull(),
  redirectTo: text('redirect_to').notNull(),
  resource: text('resource').notNull(),
  scopes: text('scopes').array().$type<ClientScope[]>().notNull(),
  refusedScopes: text('refused_scopes').array().$type<ClientScope[]>().notNull(),
  most: text('most').$type<Extract<TeamRole, 'viewer' | 'member'>>().notNull(),
  givenBy: id<UserId>('given_by'),
  createdAt: time('created_at').notNull(),
  lastUsedAt: time('last_used_at'),
  vouchedBy: text('vouched_by'),
})

export const managedClientsTable = teamlore.table('managed_clients', {
  id: id<ManagedClientId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  name: text('name').notNull(),
  provider: id('provider').notNull(),
  scopes: text('scopes').array().$type<ClientScope[]>().notNull(),
  createdAt: time('created_at').notNull(),
})

export const oauthTokensTable = teamlore.table(
  'oauth_tokens',
  {
    kind: id('kind').notNull(),
    hash: id('hash').notNull(),
    grantId: id<GrantId>('grant_id'),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    consumedAt: time('consumed_at'),
    expiresAt: time('expires_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.hash] })],
)
