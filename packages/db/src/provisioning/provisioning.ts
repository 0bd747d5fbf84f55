import type { GroupId, TeamId, UserId } from '@teamlore/shared'
import { and, count, desc, eq, isNotNull, isNull, max, type SQL, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { isoOf } from '../sql/page.ts'
import {
  provisionedGroupMembersTable,
  provisionedGroupsTable,
  provisionedUsersTable,
} from './table.ts'

/** Somebody a directory reported. */
export type ProvisionedUser = {
  userId: UserId
  userName: string
  /** What it called them last, and their address; null of who was reported before both were kept. */
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

type GroupRow = {
  external_id: string | null
  created_at: string | Date
  updated_at: string | Date
  id: GroupId
  name: string
  members: UserId[]
}

const iso = (moment: string | Date) => new Date(moment).toISOString()
/** As many as a directory may have in a team; lists are filtered and cut above this. */
const MOST = 10_000

type Team = { teamId: TeamId }
type Reported = Pick<ProvisionedUser, 'userName' | 'email' | 'externalId'>

const usersOn = (tx: DbExecutor, { teamId }: Team) => {
  const users = async (condition?: SQL): Promise<ProvisionedUser[]> => {
    const found = await tx
      .select({
        userId: provisionedUsersTable.userId,
        userName: provisionedUsersTable.userName,
        name: provisionedUsersTable.name,
        email: provisionedUsersTable.email,
        isMadeHere: provisionedUsersTable.isMadeHere,
        externalId: provisionedUsersTable.externalId,
        active: provisionedUsersTable.active,
        attributes: provisionedUsersTable.attributes,
        createdAt: isoOf(provisionedUsersTable.createdAt),
        updatedAt: isoOf(provisionedUsersTable.updatedAt),
      })
      .from(provisionedUsersTable)
      .where(
        and(
          eq(provisionedUsersTable.teamId, teamId),
          isNull(provisionedUsersTable.removedAt),
          condition,
        ),
      )
      .orderBy(provisionedUsersTable.userId)
      .limit(MOST)
    return found
  }

  return {
    users: () => users(),
    user: async (id: string) => (await users(sql`${provisionedUsersTable.userId} = ${id}`))[0],
    userByName: async (name: string) =>
      (await users(sql`lower(${provisionedUsersTable.userName}) = lower(${name})`))[0],

    /**
     * Whom the directory deleted that had this address: they come back as who they were. A user name is given again to others, so
     * that it counts only where an address is missing and the directory's own id says the same.
     */
    async formerUser({ userName, email, externalId }: Reported): Promise<UserId | undefined> {
      const p = provisionedUsersTable
      const [row] = await tx
        .select({ userId: p.userId })
        .from(provisionedUsersTable)
        .where(
          and(
            eq(p.teamId, teamId),
            isNotNull(p.removedAt),
            sql`(lower(${p.email}) = lower(${email}::text)
              or lower(${p.userName}) = lower(${userName}) and ${p.externalId} = ${externalId}::text
                and (${p.email} is null or ${email}::text is null))`,
          ),
        )
        .orderBy(
          sql`lower(${p.email}) is not distinct from lower(${email}::text) desc`,
          desc(p.removedAt),
          p.userId,
        )
        .limit(1)
      return row?.userId
    },
  }
}

const userChangesOn = (tx: DbExecutor, { teamId }: Team) => ({
  async saveUser(user: Omit<ProvisionedUser, 'createdAt' | 'updatedAt'>, now: Date) {
    const { userName, name, email, externalId, active, attributes } = user
    await tx
      .insert(provisionedUsersTable)
      .values({ teamId, ...user, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: [provisionedUsersTable.teamId, provisionedUsersTable.userId],
        set: {
          userName,
          name,
          email,
          externalId,
          active,
          attributes,
          removedAt: null,
          updatedAt: now,
        },
      })
  },

  /** How many there are, and when one was last reported. */
  async userFigures(): Promise<{ active: number; inactive: number; lastAt: string | null }> {
    const p = provisionedUsersTable
    const [row] = await tx
      .select({
        all: count(),
        active: sql<number>`(count(*) filter (where ${p.active}))::int`,
        lastAt: max(p.updatedAt),
      })
      .from(provisionedUsersTable)
      .where(and(eq(p.teamId, teamId), isNull(p.removedAt)))
    const { active = 0, all = 0, lastAt = null } = row ?? {}
    return { active, inactive: all - active, lastAt: lastAt?.toISOString() ?? null }
  },

  /** Of who is deleted names, address and the directory's id stay, so that who is named again is who they were. */
  async removeUser(id: string, now: Date): Promise<void> {
    await tx
      .delete(provisionedGroupMembersTable)
      .where(
        and(
          eq(provisionedGroupMembersTable.teamId, teamId),
          sql`${provisionedGroupMembersTable.userId} = ${id}`,
        ),
      )
    await tx
      .update(provisionedUsersTable)
      .set({ removedAt: now, active: false, attributes: {} })
      .where(
        and(eq(provisionedUsersTable.teamId, teamId), sql`${provisionedUsersTable.userId} = ${id}`),
      )
  },
})

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
      const found = await tx
        .select({ name: provisionedGroupsTable.name })
        .from(provisionedGroupMembersTable)
        .innerJoin(
          provisionedGroupsTable,
          eq(provisionedGroupsTable.id, provisionedGroupMembersTable.groupId),
        )
        .where(
          and(
            eq(provisionedGroupMembersTable.teamId, teamId),
            sql`${provisionedGroupMembersTable.userId} = ${userId}`,
          ),
        )
        .orderBy(provisionedGroupsTable.id)
      return found.map(({ name }) => name)
    },
  }
}

const groupChangesOn = (tx: DbExecutor, { teamId }: Team) => ({
  /** With exactly these members. */
  async saveGroup(group: Omit<ProvisionedGroup, 'createdAt' | 'updatedAt'>, now: Date) {
    const { id, name, externalId } = group
    await tx
      .insert(provisionedGroupsTable)
      .values({ id, teamId, name, externalId, createdAt: now, updatedAt: now })
      .onConflictDoUpdate({
        target: provisionedGroupsTable.id,
        set: { name, externalId, updatedAt: now },
      })
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
    await tx
      .delete(provisionedGroupsTable)
      .where(
        and(eq(provisionedGroupsTable.teamId, teamId), sql`${provisionedGroupsTable.id} = ${id}`),
      )
  },
})

/** Users and groups as the directory of a team sees them. */
export const createProvisioningRepository = (tx: DbExecutor, team: Team) => ({
  ...usersOn(tx, team),
  ...userChangesOn(tx, team),
  ...groupsOn(tx, team),
  ...groupChangesOn(tx, team),
})
