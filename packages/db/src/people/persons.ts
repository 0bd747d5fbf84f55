import type { InvitationId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type TeamOfPerson = { id: TeamId; name: string; role: TeamRole }

export type OpenInvitation = {
  id: InvitationId
  teamId: TeamId
  teamName: string
  role: TeamRole
  email: string | null
  isMailed: boolean
  invitedBy: string
  expiresAt: Date
}

type InvitationRow = {
  id: InvitationId
  team_id: TeamId
  team_name: string
  role: TeamRole
  email: string | null
  is_mailed: boolean
  invited_by: string
  expires_at: string | Date
}

/** Persons above the teams they are in, and how somebody comes to be one. */
export const createPersonRepository = (tx: DbExecutor) => ({
  ...createOfDirectory(tx),
  ...createOfInvitations(tx),

  /** Their teams, the one they joined first first. */
  async teams(userId: UserId): Promise<TeamOfPerson[]> {
    const found = await rows<TeamOfPerson>(
      tx,
      sql`
      select t.id, t.name, m.role from teamlore.memberships m
      join teamlore.teams t on t.id = m.team_id
      where m.user_id = ${userId} order by m.created_at, t.id`,
    )
    return found.map((row) => ({ ...row }))
  },

  async findByEmail(email: string): Promise<UserId | undefined> {
    const [row] = await rows<{ id: UserId }>(
      tx,
      sql`select id from teamlore.users where lower(email) = lower(${email})`,
    )
    return row?.id
  },

  /** `email`: only where it was proven to be theirs. */
  async create(person: { userId: UserId; name: string; email: string | null }): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.users (id, name, email)
      values (${person.userId}, ${person.name}, ${person.email?.toLowerCase() ?? null})`)
  },

  /** @returns false when they are a member already. */
  async addMember(membership: {
    teamId: TeamId
    userId: UserId
    role: TeamRole
  }): Promise<boolean> {
    const added = await rows(
      tx,
      sql`
      insert into teamlore.memberships (team_id, user_id, role)
      values (${membership.teamId}, ${membership.userId}, ${membership.role})
      on conflict do nothing returning user_id`,
    )
    return added.length > 0
  },

  async foundTeam(team: { teamId: TeamId; name: string; userId: UserId }): Promise<void> {
    await tx.execute(
      sql`insert into teamlore.teams (id, name) values (${team.teamId}, ${team.name})`,
    )
    await tx.execute(sql`
      insert into teamlore.memberships (team_id, user_id, role)
      values (${team.teamId}, ${team.userId}, 'owner')`)
  },
})

/** Links by which somebody comes to be a member. */
const createOfInvitations = (tx: DbExecutor) => ({
  /**
   * An open invitation by its link, held to the end of the transaction: of two who bring it at once, one gets it. It holds
   * as long as who made it may still give that role.
   */
  async lockInvitation(tokenHash: string, now: Date): Promise<OpenInvitation | undefined> {
    const [row] = await rows<InvitationRow>(
      tx,
      sql`
      select i.id, i.team_id, t.name as team_name, i.role, i.email, i.is_mailed,
        u.name as invited_by, i.expires_at
      from teamlore.invitations i
      join teamlore.teams t on t.id = i.team_id
      join teamlore.memberships m on m.team_id = i.team_id and m.user_id = i.created_by
        and (m.role = 'owner' or m.role = 'admin' and i.role <> 'owner')
      join teamlore.users u on u.id = i.created_by
      where i.token_hash = ${tokenHash} and i.ended_at is null
        and i.expires_at > ${now.toISOString()}::timestamptz
      for update of i`,
    )
    return (
      row && {
        id: row.id,
        teamId: row.team_id,
        teamName: row.team_name,
        role: row.role,
        email: row.email,
        isMailed: row.is_mailed,
        invitedBy: row.invited_by,
        expiresAt: new Date(row.expires_at),
      }
    )
  },

  async endInvitation(
    id: InvitationId,
    end: { outcome: 'accepted' | 'declined'; userId: UserId | null; now: Date },
  ): Promise<void> {
    await tx.execute(sql`
      update teamlore.invitations set outcome = ${end.outcome}, user_id = ${end.userId},
        ended_at = ${end.now.toISOString()}::timestamptz
      where id = ${id}`)
  },
})

/** Whoever has any of these is, or was, here by themselves: their address is theirs, and so is what they left. */
const TRACES = [
  'identities',
  'passkeys',
  'api_keys',
  'machines',
  'browser_sessions',
  'sessions',
  'audit_events',
] as const
const WITHOUT_TRACE = sql.raw(
  TRACES.map(
    (table) => `and not exists (select from teamlore.${table} x where x.user_id = u.id)`,
  ).join('\n'),
)

type Change = { userId: UserId; from: string | null; to: string }

/** What a directory may ask and change of a person, whom it knows in one team. */
const createOfDirectory = (tx: DbExecutor) => ({
  /** Whether they ever did anything in a team, or had a way in. */
  async wasIn(teamId: TeamId, userId: UserId): Promise<boolean> {
    const found = await rows(
      tx,
      sql`
      select from teamlore.audit_events
      where team_id = ${teamId} and (user_id = ${userId} or subject = ${userId})
      union all select from teamlore.api_keys where team_id = ${teamId} and user_id = ${userId}
      union all select from teamlore.machines where team_id = ${teamId} and user_id = ${userId}
      limit 1`,
    )
    return found.length > 0
  },

  /** Another name for who is still called as before: a name that they gave themselves stays. @returns whether it changed. */
  async rename({ userId, from, to }: Change): Promise<boolean> {
    const changed = await rows(
      tx,
      sql`
      update teamlore.users set name = ${to}
      where id = ${userId} and kind = 'person' and name = ${from}::text and name <> ${to}
      returning id`,
    )
    return changed.length > 0
  },

  /**
   * Another address for who has never been here and is in no other team, where the former one came the same way and nobody has
   * the new one. Who proves an address is let in as its person, so that moving it would hand over what somebody left.
   *
   * @returns whether it changed
   */
  async moveEmail({ teamId, userId, from, to }: Change & { teamId: TeamId }): Promise<boolean> {
    const changed = await rows(
      tx,
      sql`
      update teamlore.users u set email = ${to.toLowerCase()}
      where u.id = ${userId} and u.kind = 'person' and lower(u.email) is not distinct from lower(${from}::text)
        and not exists (select from teamlore.memberships m where m.user_id = u.id and m.team_id <> ${teamId})
        ${WITHOUT_TRACE}
        and not exists (select from teamlore.users o where lower(o.email) = ${to.toLowerCase()})
      returning u.id`,
    )
    return changed.length > 0
  },
})
