import type { GroupId, TeamId, UserId } from '@teamlore/shared'
import { boolean, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const provisionedUsersTable = teamlore.table(
  'provisioned_users',
  {
    teamId: id<TeamId>('team_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    userName: text('user_name').notNull(),
    name: text('name'),
    email: text('email'),
    isMadeHere: boolean('is_made_here').notNull().default(false),
    removedAt: time('removed_at'),
    externalId: text('external_id'),
    active: boolean('active').notNull(),
    attributes: jsonb('attributes').$type<Record<string, unknown>>().notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.userId] })],
)

export const provisionedGroupsTable = teamlore.table('provisioned_groups', {
  id: id<GroupId>('id').primaryKey(),
  teamId: id<TeamId>('team_id').notNull(),
  name: text('name').notNull(),
  externalId: text('external_id'),
  createdAt: time('created_at').notNull(),
  updatedAt: time('updated_at').notNull(),
})

export const provisionedGroupMembersTable = teamlore.table(
  'provisioned_group_members',
  {
    teamId: id<TeamId>('team_id').notNull(),
    groupId: id<GroupId>('group_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.userId] })],
)
