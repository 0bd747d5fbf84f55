import type { ProjectId, TeamRole, UserId, Visibility } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { iso } from '../sql/page.ts'

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

/** Who sees a project. Row-level security shows a closed one to those who decide of it, by its name and its list. */
export const createProjectSettingsRepository = (tx: DbExecutor, { teamId }: DbScope) => {
  /** The project and the folders that it keeps apart, which are set as one. */
  const withFolders = (id: ProjectId) => sql`
    p.team_id = ${teamId} and (p.id = ${id} or starts_with(p.identity, ${`folder:${id}:`}))`

  return {
    /** @param options.forChange others who change it wait to the end of the transaction. */
    async find(
      id: ProjectId,
      { forChange = false }: { forChange?: boolean } = {},
    ): Promise<StoredSettings | undefined> {
      const [row] = await rows<StoredSettings>(
        tx,
        sql`
        select id, identity, name, default_visibility, is_restricted, keeps_worktrees_apart, links_from,
          shares_code
        from teamlore.projects where team_id = ${teamId} and id = ${id}
        ${forChange ? sql`for no key update` : sql``}`,
      )
      return row && { ...row }
    },

    async set(id: ProjectId, changed: ChangedSettings): Promise<void> {
      await tx.execute(sql`
        update teamlore.projects p set default_visibility = ${changed.default_visibility},
          is_restricted = ${changed.is_restricted}, links_from = ${changed.links_from}, shares_code = ${changed.shares_code},
          keeps_worktrees_apart = p.id = ${id} and ${changed.keeps_worktrees_apart}
        where ${withFolders(id)}`)
    },

    /** Its folders first, as they are counted. */
    async folders(id: ProjectId): Promise<ProjectId[]> {
      const found = await rows<{ id: ProjectId }>(
        tx,
        sql`select p.id from teamlore.projects p where ${withFolders(id)} order by p.id`,
      )
      return found.map((row) => row.id)
    },

    async grants(id: ProjectId): Promise<Grant[]> {
      const found = await rows<Grant>(
        tx,
        sql`
        select a.user_id, u.name as user_name, m.role, a.granted_by,
          coalesce(g.name, 'Former member') as granted_by_name, ${iso(sql`a.granted_at`)} as granted_at
        from teamlore.project_access a
        join teamlore.memberships m on m.team_id = a.team_id and m.user_id = a.user_id
        join teamlore.users u on u.id = a.user_id
        left join teamlore.users g on g.id = a.granted_by
        where a.team_id = ${teamId} and a.project_id = ${id}
        order by a.granted_at, a.user_id`,
      )
      return found.map((row) => ({ ...row }))
    },

    /** @returns whether they were not on the list yet. */
    async grant(id: ProjectId, userId: UserId, by: UserId, at: Date): Promise<boolean> {
      const added = await rows(
        tx,
        sql`
        insert into teamlore.project_access (team_id, project_id, user_id, granted_by, granted_at)
        select ${teamId}, p.id, ${userId}, ${by}, ${at.toISOString()}::timestamptz
        from teamlore.projects p where ${withFolders(id)}
        on conflict do nothing returning project_id`,
      )
      return added.length > 0
    },

    /** @returns whether they were on the list. */
    async revoke(id: ProjectId, userId: UserId): Promise<boolean> {
      const removed = await rows(
        tx,
        sql`
        delete from teamlore.project_access a using teamlore.projects p
        where a.project_id = p.id and a.user_id = ${userId} and ${withFolders(id)}
        returning a.project_id`,
      )
      return removed.length > 0
    },
  }
}
