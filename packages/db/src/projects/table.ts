import type { MachineId, ProjectId, TeamId, UserId, Visibility } from '@teamlore/shared'
import { boolean, doublePrecision, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { id, teamlore, time } from '../sql/columns.ts'

export const projectsTable = teamlore.table(
  'projects',
  {
    id: id<ProjectId>('id').primaryKey(),
    teamId: id<TeamId>('team_id').notNull(),
    identity: text('identity').notNull(),
    name: text('name').notNull(),
    remoteUrl: text('remote_url'),
    rootCommit: text('root_commit'),
    defaultVisibility: text('default_visibility').$type<Visibility>().notNull().default('team'),
    isRestricted: boolean('is_restricted').notNull().default(false),
    keepsWorktreesApart: boolean('keeps_worktrees_apart').notNull().default(false),
    linksFrom: doublePrecision('links_from').notNull().default(0.5),
    sharesCode: boolean('shares_code').notNull().default(false),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (t) => [unique().on(t.teamId, t.identity)],
)

export const projectAccessTable = teamlore.table(
  'project_access',
  {
    teamId: id<TeamId>('team_id').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
    userId: id<UserId>('user_id').notNull(),
    grantedBy: id<UserId>('granted_by').notNull(),
    grantedAt: time('granted_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.projectId, t.userId] })],
)

export const projectPathsTable = teamlore.table(
  'project_paths',
  {
    teamId: id<TeamId>('team_id').notNull(),
    machineId: id<MachineId>('machine_id').notNull(),
    rootPath: text('root_path').notNull(),
    projectId: id<ProjectId>('project_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.teamId, t.machineId, t.rootPath] })],
)
