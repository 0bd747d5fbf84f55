import type { TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { ADDRESS, BY_DIRECTORY } from './address.ts'

export type Member = {
  id: UserId
  name: string
  email: string | null
  kind: 'person' | 'service'
  role: TeamRole
}

/** Who is in the team, what they may, and the end of it. */
export const createPeopleRepository = (tx: DbExecutor, { teamId }: DbScope) => {
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

    async owners(): Promise<number> {
      const [row] = await rows<{ n: number }>(
        tx,
        sql`
        select count(*) as n from teamlore.memberships where team_id = ${teamId} and role = 'owner'`,
      )
      return row?.n ?? 0
    },

    async addService(id: UserId, name: string, role: TeamRole): Promise<void> {
      await tx.execute(
        sql`insert into teamlore.users (id, name, kind) values (${id}, ${name}, 'service')`,
      )
      await tx.execute(sql`
        insert into teamlore.memberships (team_id, user_id, role) values (${teamId}, ${id}, ${role})`)
    },

    /** Somebody who is known becomes a member, again or for the first time. */
    async admit(id: UserId, role: TeamRole): Promise<void> {
      await tx.execute(sql`
        insert into teamlore.memberships (team_id, user_id, role) values (${teamId}, ${id}, ${role})
        on conflict do nothing`)
    },

    async setRole(id: UserId, role: TeamRole): Promise<void> {
      await tx.execute(sql`
        update teamlore.memberships set role = ${role} where team_id = ${teamId} and user_id = ${id}`)
    },

    /** Whom this member made a way in for that may still be open. */
    async givenTo(id: UserId): Promise<UserId[]> {
      const found = await rows<{ user_id: UserId }>(
        tx,
        sql`
        select user_id from teamlore.api_keys
        where team_id = ${teamId} and created_by = ${id} and revoked_at is null
        union select user_id from teamlore.browser_sessions
        where team_id = ${teamId} and given_by = ${id}`,
      )
      return found.map(({ user_id }) => user_id)
    },

    /** Ends the membership and every way into this team that is no key: browsers, links, and invitations they made, those of others too that they gave. */
    async remove(id: UserId, now: Date): Promise<void> {
      await tx.execute(sql`
        delete from teamlore.browser_sessions where team_id = ${teamId} and (user_id = ${id} or given_by = ${id})`)
      await tx.execute(sql`
        delete from teamlore.sign_in_links
        where team_id = ${teamId} and (user_id = ${id} or given_by = ${id})`)
      await tx.execute(sql`
        update teamlore.invitations
        set ended_at = ${now.toISOString()}::timestamptz, outcome = 'revoked'
        where team_id = ${teamId} and created_by = ${id} and ended_at is null`)
      await tx.execute(sql`
        delete from teamlore.memberships where team_id = ${teamId} and user_id = ${id}`)
    },

    async rename(id: UserId, name: string): Promise<void> {
      await tx.execute(sql`update teamlore.users set name = ${name} where id = ${id}`)
    },

    async renameTeam(name: string): Promise<void> {
      await tx.execute(sql`update teamlore.teams set name = ${name} where id = ${teamId}`)
    },
  }
}
