import type { ProjectId, TeamId, TeamRole, UserId, Visibility } from '@teamlore/shared'
import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { isoOf } from '../sql/page.ts'
import { membershipsTable } from '../teams/table.ts'
import { projectAccessTable, projectsTable } from './table.ts'

export type StoredSettings = {
  id: ProjectId
  identity: string
  name: string
  default_visibility: Visibility
  is_restricted: boolean
  keeps_worktrees_apart: boolean
  links_from: number
  shares_code: boolean
}

export type ChangedSettings = Pick<
  StoredSettings,
  'default_visibility' | 'is_restricted' | 'keeps_worktrees_apart' | 'links_from' | 'shares_code'
>

export type Grant = {
  user_id: UserId
  user_name: string
  role: TeamRole
  granted_by: UserId
  granted_by_name: string
  granted_at: string
}

const granter = alias(usersTable, 'granter')

const SETTINGS = {
  id: projectsTable.id,
  identity: projectsTable.identity,
  name: projectsTable.name,
  default_visibility: projectsTable.defaultVisibility,
  is_restricted: projectsTable.isRestricted,
  keeps_worktrees_apart: projectsTable.keepsWorktreesApart,
  links_from: projectsTable.linksFrom,
  shares_code: projectsTable.sharesCode,
}

/** The project and the folders that it keeps apart, which are set as one. */
const withFolders = (teamId: TeamId, id: ProjectId) =>
  and(
    eq(projectsTable.teamId, teamId),
    or(eq(projectsTable.id, id), sql`starts_with(${projectsTable.identity}, ${`folder:${id}:`})`),
  )

const foldersOf = async (tx: DbExecutor, teamId: TeamId, id: ProjectId): Promise<ProjectId[]> => {
  const found = await tx
    .select({ id: projectsTable.id })
    .from(projectsTable)
    .where(withFolders(teamId, id))
    .orderBy(projectsTable.id)
  return found.map((folder) => folder.id)
}

/** Who sees a project. Row-level security shows a closed one to those who decide of it, by its name and its list. */
export const createProjectSettingsRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createSettings(tx, scope),
  ...createList(tx, scope),
})

const createSettings = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** @param options.forChange others who change it wait to the end of the transaction. */
  async find(
    id: ProjectId,
    { forChange = false }: { forChange?: boolean } = {},
  ): Promise<StoredSettings | undefined> {
    const found = tx
      .select(SETTINGS)
      .from(projectsTable)
      .where(and(eq(projectsTable.teamId, teamId), eq(projectsTable.id, id)))
      .$dynamic()
    const [settings] = await (forChange ? found.for('no key update') : found)
    return settings
  },

  async set(id: ProjectId, changed: ChangedSettings): Promise<void> {
    await tx
      .update(projectsTable)
      .set({
        defaultVisibility: changed.default_visibility,
        isRestricted: changed.is_restricted,
        linksFrom: changed.links_from,
        sharesCode: changed.shares_code,
        keepsWorktreesApart: sql`${projectsTable.id} = ${id} and ${changed.keeps_worktrees_apart}`,
      })
      .where(withFolders(teamId, id))
  },

  /** Its folders first, as they are counted. */
  folders: (id: ProjectId): Promise<ProjectId[]> => foldersOf(tx, teamId, id),
})

/** Members who see a restricted project. */
const createList = (tx: DbExecutor, { teamId }: DbScope) => ({
  async grants(id: ProjectId): Promise<Grant[]> {
    return tx
      .select({
        user_id: projectAccessTable.userId,
        user_name: usersTable.name,
        role: membershipsTable.role,
        granted_by: projectAccessTable.grantedBy,
        granted_by_name: sql<string>`coalesce(${granter.name}, 'Former member')`,
        granted_at: isoOf(projectAccessTable.grantedAt),
      })
      .from(projectAccessTable)
      .innerJoin(
        membershipsTable,
        and(
          eq(membershipsTable.teamId, projectAccessTable.teamId),
          eq(membershipsTable.userId, projectAccessTable.userId),
        ),
      )
      .innerJoin(usersTable, eq(usersTable.id, projectAccessTable.userId))
      .leftJoin(granter, eq(granter.id, projectAccessTable.grantedBy))
      .where(and(eq(projectAccessTable.teamId, teamId), eq(projectAccessTable.projectId, id)))
      .orderBy(projectAccessTable.grantedAt, projectAccessTable.userId)
  },

  /** @returns whether they were not on the list yet. */
  async grant(id: ProjectId, userId: UserId, by: UserId, at: Date): Promise<boolean> {
    const projectIds = await foldersOf(tx, teamId, id)
    if (projectIds.length === 0) return false
    const added = await tx
      .insert(projectAccessTable)
      .values(
        projectIds.map((projectId) => ({
          teamId,
          projectId,
          userId,
          grantedBy: by,
          grantedAt: at,
        })),
      )
      .onConflictDoNothing()
      .returning({ projectId: projectAccessTable.projectId })
    return added.length > 0
  },

  /** @returns whether they were on the list. */
  async revoke(id: ProjectId, userId: UserId): Promise<boolean> {
    const projects = tx
      .select({ id: projectsTable.id })
      .from(projectsTable)
      .where(withFolders(teamId, id))
    const removed = await tx
      .delete(projectAccessTable)
      .where(
        and(eq(projectAccessTable.userId, userId), inArray(projectAccessTable.projectId, projects)),
      )
      .returning({ projectId: projectAccessTable.projectId })
    return removed.length > 0
  },
})
