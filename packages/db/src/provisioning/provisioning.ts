import type { GroupId, TeamId, UserId } from '@teamlore/shared'
import { type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** Somebody a directory told of. */
export type ProvisionedUser = {
  userId: UserId
  userName: string
  /** What it called them last, and their address; null of who was told of before both were kept. */
  name: string | null
  email: string | null
  /** Whether their account was made for this directory. */
  isMadeHere: boolean
  externalId: string | null
  active: boolean
  attributes: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

export type ProvisionedGroup = {
  id: GroupId
  name: string
  externalId: string | null
  members: UserId[]
  createdAt: string
  updatedAt: string
}

type UserRow = {
  user_id: UserId
  user_name: string
  name: string | null
  email: string | null
  is_made_here: boolean
  external_id: string | null
  active: boolean
  attributes: Record<string, unknown>
  created_at: string | Date
  updated_at: string | Date
}

type GroupRow = Pick<UserRow, 'external_id' | 'created_at' | 'updated_at'> & {
  id: GroupId
  name: string
  members: UserId[]
}

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`
const iso = (moment: string | Date) => new Date(moment).toISOString()
/** As many as a directory may have in a team; lists are filtered and cut above this. */
const MOST = 10_000

type Team = { teamId: TeamId }
type Told = Pick<ProvisionedUser, 'userName' | 'email' | 'externalId'>

const usersOn = (tx: DbExecutor, { teamId }: Team) => {
  const users = async (condition: SQL): Promise<ProvisionedUser[]> =>
    (
      await rows<UserRow>(
        tx,
        sql`
        select user_id, user_name, name, email, is_made_here, external_id, active, attributes,
          created_at, updated_at
        from teamlore.provisioned_users where team_id = ${teamId} and removed_at is null and ${condition}
        order by user_id limit ${MOST}`,
      )
    ).map((row) => ({
      userId: row.user_id,
      userName: row.user_name,
      name: row.name,
      email: row.email,
      isMadeHere: row.is_made_here,
      externalId: row.external_id,
      active: row.active,
      attributes: row.attributes,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    }))

  return {
    users: () => users(sql`true`),
    user: async (id: string) => (await users(sql`user_id = ${id}`))[0],
    userByName: async (name: string) => (await users(sql`lower(user_name) = lower(${name})`))[0],

    /**
     * Whom the directory deleted that had this address: they come back as who they were. A user name is given again to others, so
     * that it counts only where an address is missing and the directory's own id says the same.
     */
    async formerUser({ userName, email, externalId }: Told): Promise<UserId | undefined> {
      const [row] = await rows<{ user_id: UserId }>(
        tx,
        sql`
        select user_id from teamlore.provisioned_users
        where team_id = ${teamId} and removed_at is not null
          and (lower(email) = lower(${email}::text)
            or lower(user_name) = lower(${userName}) and external_id = ${externalId}::text
              and (email is null or ${email}::text is null))
        order by lower(email) is not distinct from lower(${email}::text) desc, removed_at desc, user_id
        limit 1`,
      )
      return row?.user_id
    },

    async saveUser(user: Omit<ProvisionedUser, 'createdAt' | 'updatedAt'>, now: Date) {
      await tx.execute(sql`
        insert into teamlore.provisioned_users (team_id, user_id, user_name, name, email, is_made_here,
          external_id, active, attributes, created_at, updated_at)
        values (${teamId}, ${user.userId}, ${user.userName}, ${user.name}, ${user.email},
          ${user.isMadeHere}, ${user.externalId}, ${user.active},
          ${JSON.stringify(user.attributes)}::text::jsonb, ${at(now)}, ${at(now)})
        on conflict (team_id, user_id) do update set user_name = excluded.user_name,
          name = excluded.name, email = excluded.email, removed_at = null,
          external_id = excluded.external_id, active = excluded.active,
          attributes = excluded.attributes, updated_at = excluded.updated_at`)
    },

    /** How many there are, and when one was last told of. */
    async userFigures(): Promise<{ active: number; inactive: number; lastAt: string | null }> {
      const [row] = await rows<{ active: number; all: number; last_at: string | Date | null }>(
        tx,
        sql`
        select count(*)::int as "all", (count(*) filter (where active))::int as active,
          max(updated_at) as last_at
        from teamlore.provisioned_users where team_id = ${teamId} and removed_at is null`,
      )
      const { active = 0, all = 0, last_at: lastAt = null } = row ?? {}
      return { active, inactive: all - active, lastAt: lastAt === null ? null : iso(lastAt) }
    },

    /** Of who is deleted names, address and the directory's id stay, so that who is named again is who they were. */
    async removeUser(id: string, now: Date): Promise<void> {
      await tx.execute(sql`
        delete from teamlore.provisioned_group_members where team_id = ${teamId} and user_id = ${id}`)
      await tx.execute(sql`
        update teamlore.provisioned_users set removed_at = ${at(now)}, active = false,
          attributes = '{}'
        where team_id = ${teamId} and user_id = ${id}`)
    },
  }
}

const groupsOn = (tx: DbExecutor, { teamId }: Team) => {
  const groups = async (condition: SQL): Promise<ProvisionedGroup[]> =>
    (
      await rows<GroupRow>(
        tx,
        sql`
        select g.id, g.name, g.external_id, g.created_at, g.updated_at,
          coalesce((select jsonb_agg(m.user_id order by m.user_id)
            from teamlore.provisioned_group_members m where m.group_id = g.id), '[]') as members
        from teamlore.provisioned_groups g where g.team_id = ${teamId} and ${condition}
        order by g.id limit ${MOST}`,
      )
    ).map((row) => ({
      id: row.id,
      name: row.name,
      externalId: row.external_id,
      members: row.members,
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    }))

  return {
    groups: () => groups(sql`true`),
    group: async (id: string) => (await groups(sql`g.id = ${id}`))[0],
    groupByName: async (name: string) => (await groups(sql`lower(g.name) = lower(${name})`))[0],

    /** Names of the groups that somebody is in. */
    async groupsOf(userId: string): Promise<string[]> {
      const found = await rows<{ name: string }>(
        tx,
        sql`
        select g.name from teamlore.provisioned_group_members m
        join teamlore.provisioned_groups g on g.id = m.group_id
        where m.team_id = ${teamId} and m.user_id = ${userId} order by g.id`,
      )
      return found.map(({ name }) => name)
    },

    /** With exactly these members. */
    async saveGroup(group: Omit<ProvisionedGroup, 'createdAt' | 'updatedAt'>, now: Date) {
      await tx.execute(sql`
        insert into teamlore.provisioned_groups (id, team_id, name, external_id, created_at, updated_at)
        values (${group.id}, ${teamId}, ${group.name}, ${group.externalId}, ${at(now)}, ${at(now)})
        on conflict (id) do update set name = excluded.name, external_id = excluded.external_id,
          updated_at = excluded.updated_at`)
      const members = sql`(select jsonb_array_elements_text(${JSON.stringify(group.members)}::text::jsonb))`
      await tx.execute(sql`
        delete from teamlore.provisioned_group_members
        where team_id = ${teamId} and group_id = ${group.id} and user_id not in ${members}`)
      await tx.execute(sql`
        insert into teamlore.provisioned_group_members (team_id, group_id, user_id)
        select ${teamId}, ${group.id}, u.user_id from teamlore.provisioned_users u
        where u.team_id = ${teamId} and u.removed_at is null and u.user_id in ${members}
        on conflict do nothing`)
    },

    async removeGroup(id: string): Promise<void> {
      await tx.execute(sql`
        delete from teamlore.provisioned_groups where team_id = ${teamId} and id = ${id}`)
    },
  }
}

/** Users and groups as the directory of a team sees them. */
export const createProvisioningRepository = (tx: DbExecutor, team: Team) => ({
  ...usersOn(tx, team),
  ...groupsOn(tx, team),
})
