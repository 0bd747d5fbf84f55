import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type IdentityKey = { provider: string; issuer: string; subject: string }

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`

/** Who people are at providers, and the little of them that signing in may read and write before any team is known. */
export const createIdentityRepository = (tx: DbExecutor) => ({
  async find({ provider, issuer, subject }: IdentityKey): Promise<UserId | undefined> {
    const [row] = await rows<{ user_id: UserId }>(
      tx,
      sql`
      select user_id from teamlore.identities
      where provider = ${provider} and issuer = ${issuer} and subject = ${subject}`,
    )
    return row?.user_id
  },

  /** Notes that it was used, and adds it where it is new. It never goes from one person to another. */
  async save(key: IdentityKey, userId: UserId, email: string | null, now: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.identities as i (provider, issuer, subject, user_id, email, created_at, last_used_at)
      values (${key.provider}, ${key.issuer}, ${key.subject}, ${userId}, ${email}, ${at(now)}, ${at(now)})
      on conflict (provider, issuer, subject) do update
        set email = excluded.email, last_used_at = excluded.last_used_at
        where i.user_id = excluded.user_id`)
  },

  async removeOfProvider(provider: string): Promise<void> {
    await tx.execute(sql`delete from teamlore.identities where provider = ${provider}`)
  },

  /** The person whose proven address this is. */
  async userByEmail(email: string): Promise<UserId | undefined> {
    const [row] = await rows<{ id: UserId }>(
      tx,
      sql`select id from teamlore.users where lower(email) = ${email.toLowerCase()} and kind = 'person'`,
    )
    return row?.id
  },

  async addUser(user: { id: UserId; name: string; email: string }, now: Date): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.users (id, name, email, kind, created_at)
      values (${user.id}, ${user.name}, ${user.email.toLowerCase()}, 'person', ${at(now)})`)
  },

  /** Keeps a proven address of somebody who had none, unless it is another's. */
  async giveEmail(userId: UserId, email: string): Promise<void> {
    await tx.execute(sql`
      update teamlore.users set email = ${email.toLowerCase()} where id = ${userId} and email is null
        and not exists (select from teamlore.users o where lower(o.email) = ${email.toLowerCase()})`)
  },

  async roleIn(teamId: TeamId, userId: UserId): Promise<TeamRole | undefined> {
    const [row] = await rows<{ role: TeamRole }>(
      tx,
      sql`select role from teamlore.memberships where team_id = ${teamId} and user_id = ${userId}`,
    )
    return row?.role
  },

  async addMember(teamId: TeamId, userId: UserId, role: TeamRole): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.memberships (team_id, user_id, role) values (${teamId}, ${userId}, ${role})
      on conflict (team_id, user_id) do nothing`)
  },

  /** An owner stays one, whatever a provider says. */
  async setRole(teamId: TeamId, userId: UserId, role: TeamRole): Promise<void> {
    await tx.execute(sql`
      update teamlore.memberships set role = ${role}
      where team_id = ${teamId} and user_id = ${userId} and role <> 'owner'`)
  },

  async nameOf(userId: UserId): Promise<string> {
    const [row] = await rows<{ name: string }>(
      tx,
      sql`select name from teamlore.users where id = ${userId}`,
    )
    return row?.name ?? ''
  },

  async teamName(teamId: TeamId): Promise<string> {
    const [row] = await rows<{ name: string }>(
      tx,
      sql`select name from teamlore.teams where id = ${teamId}`,
    )
    return row?.name ?? ''
  },
})
