import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { decoded, textOf } from '../sql/decode.ts'
import { membershipsTable, teamsTable } from '../teams/table.ts'
import { ADDRESS, BY_DIRECTORY } from './address.ts'
import { invitationsTable, usersTable } from './table.ts'

export type Member = {
  id: UserId
  name: string
  email: string | null
  kind: 'person' | 'service'
  role: TeamRole
}

const isMembershipOf = (teamId: TeamId, id: UserId) =>
  and(eq(membershipsTable.teamId, teamId), eq(membershipsTable.userId, id))

/** Who is in the team, what they may, and the end of it. */
export const createPeopleRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createMembers(tx, scope),
  ...createEnd(tx, scope),
})

const createMembers = (tx: DbExecutor, { teamId }: DbScope) => {
  const one = async (condition: ReturnType<typeof sql>): Promise<Member | undefined> => {
    const [row] = await rows<Member>(
      tx,
      sql`
      select u.id, u.name, ${ADDRESS} as email, u.kind, m.role from teamlore.memberships m
      join teamlore.users u on u.id = m.user_id ${BY_DIRECTORY}
      where m.team_id = ${teamId} and ${condition}
      order by lower(u.email) is not distinct from lower(${ADDRESS}) desc, u.id limit 1`,
    )
    return row && { ...row }
  }
  return {
    find: (id: string) => one(sql`m.user_id = ${id}`),
    findByEmail: (email: string) => one(sql`lower(${ADDRESS}) = lower(${email})`),

    /**
     * Keeps every other change of roles of this team waiting to the end of the transaction: of two owners who leave at
     * once, the second must see that the first has gone.
     */
    async lock(): Promise<void> {
      await rows(tx, sql`select pg_advisory_xact_lock(hashtextextended(${`people ${teamId}`}, 0))`)
    },

    owners(): Promise<number> {
      return tx.$count(
        membershipsTable,
        and(eq(membershipsTable.teamId, teamId), eq(membershipsTable.role, 'owner')),
      )
    },

    async addService(id: UserId, name: string, role: TeamRole): Promise<void> {
      await tx.insert(usersTable).values({ id, name, kind: 'service' })
      await tx.insert(membershipsTable).values({ teamId, userId: id, role })
    },

    /** Somebody who is known becomes a member, again or for the first time. */
    async admit(id: UserId, role: TeamRole): Promise<void> {
      await tx.insert(membershipsTable).values({ teamId, userId: id, role }).onConflictDoNothing()
    },

    async setRole(id: UserId, role: TeamRole): Promise<void> {
      await tx.update(membershipsTable).set({ role }).where(isMembershipOf(teamId, id))
    },

    /** Whom this member made a credential for that may still be open. */
    async givenTo(id: UserId): Promise<UserId[]> {
      const found = await decoded(
        tx,
        { user_id: textOf<UserId>() },
        sql`
        select user_id from teamlore.api_keys
        where team_id = ${teamId} and created_by = ${id} and revoked_at is null
        union select user_id from teamlore.browser_sessions
        where team_id = ${teamId} and given_by = ${id}`,
      )
      return found.map(({ user_id }) => user_id)
    },

    async rename(id: UserId, name: string): Promise<void> {
      await tx.update(usersTable).set({ name }).where(eq(usersTable.id, id))
    },

    async renameTeam(name: string): Promise<void> {
      await tx.update(teamsTable).set({ name }).where(eq(teamsTable.id, teamId))
    },
  }
}

const createEnd = (tx: DbExecutor, { teamId }: DbScope) => ({
  /** Ends the membership and every way into this team that is no key: browsers, links, and invitations they made, those of others too that they gave. */
  async remove(id: UserId, now: Date): Promise<void> {
    await tx.execute(sql`
      delete from teamlore.browser_sessions where team_id = ${teamId} and (user_id = ${id} or given_by = ${id})`)
    await tx.execute(sql`
      delete from teamlore.sign_in_links
      where team_id = ${teamId} and (user_id = ${id} or given_by = ${id})`)
    await tx
      .update(invitationsTable)
      .set({ endedAt: now, outcome: 'revoked' })
      .where(
        and(
          eq(invitationsTable.teamId, teamId),
          eq(invitationsTable.createdBy, id),
          isNull(invitationsTable.endedAt),
        ),
      )
    await tx.delete(membershipsTable).where(isMembershipOf(teamId, id))
  },
})
