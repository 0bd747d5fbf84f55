import type { InvitationId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'
import { membershipsTable, teamsTable } from '../teams/table.ts'
import { invitationsTable, usersTable } from './table.ts'

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

/** Persons above the teams they are in, and how somebody comes to be one. */
export const createPersonRepository = (tx: DbExecutor) => ({
  ...createOfDirectory(tx),
  ...createOfInvitations(tx),

  /** Their teams, the one they joined first first. */
  teams(userId: UserId): Promise<TeamOfPerson[]> {
    return tx
      .select({ id: teamsTable.id, name: teamsTable.name, role: membershipsTable.role })
      .from(membershipsTable)
      .innerJoin(teamsTable, eq(teamsTable.id, membershipsTable.teamId))
      .where(eq(membershipsTable.userId, userId))
      .orderBy(membershipsTable.createdAt, teamsTable.id)
  },

  async findByEmail(email: string): Promise<UserId | undefined> {
    const [user] = await tx
      .select({ id: usersTable.id })
      .from(usersTable)
      .where(sql`lower(${usersTable.email}) = lower(${email})`)
    return user?.id
  },

  /** `email`: only where it was proven to be theirs. */
  async create(person: { userId: UserId; name: string; email: string | null }): Promise<void> {
    const { userId, name, email } = person
    await tx.insert(usersTable).values({ id: userId, name, email: email?.toLowerCase() ?? null })
  },

  /** @returns false when they are a member already. */
  async addMember(membership: {
    teamId: TeamId
    userId: UserId
    role: TeamRole
  }): Promise<boolean> {
    const added = await tx
      .insert(membershipsTable)
      .values(membership)
      .onConflictDoNothing()
      .returning({ userId: membershipsTable.userId })
    return added.length > 0
  },

  async foundTeam({
    teamId,
    name,
    userId,
  }: {
    teamId: TeamId
    name: string
    userId: UserId
  }): Promise<void> {
    await tx.insert(teamsTable).values({ id: teamId, name, servesUnreviewed: true })
    await tx.insert(membershipsTable).values({ teamId, userId, role: 'owner' })
  },
})

/** Links by which somebody comes to be a member. */
const createOfInvitations = (tx: DbExecutor) => ({
  /**
   * An open invitation by its link, held to the end of the transaction: of two who bring it at once, one gets it. It holds
   * as long as who made it may still give that role.
   */
  async lockInvitation(tokenHash: string, now: Date): Promise<OpenInvitation | undefined> {
    const isOpen = and(
      eq(invitationsTable.tokenHash, tokenHash),
      isNull(invitationsTable.endedAt),
      gt(invitationsTable.expiresAt, now),
    )
    // A statement of its own: the builder names what is locked with its schema, which PostgreSQL does not take.
    await tx.select({ id: invitationsTable.id }).from(invitationsTable).where(isOpen).for('update')
    const [open] = await tx
      .select({
        id: invitationsTable.id,
        teamId: invitationsTable.teamId,
        teamName: teamsTable.name,
        role: invitationsTable.role,
        email: invitationsTable.email,
        isMailed: invitationsTable.isMailed,
        invitedBy: usersTable.name,
        expiresAt: invitationsTable.expiresAt,
      })
      .from(invitationsTable)
      .innerJoin(teamsTable, eq(teamsTable.id, invitationsTable.teamId))
      .innerJoin(
        membershipsTable,
        and(
          eq(membershipsTable.teamId, invitationsTable.teamId),
          eq(membershipsTable.userId, invitationsTable.createdBy),
          or(
            eq(membershipsTable.role, 'owner'),
            and(eq(membershipsTable.role, 'admin'), ne(invitationsTable.role, 'owner')),
          ),
        ),
      )
      .innerJoin(usersTable, eq(usersTable.id, invitationsTable.createdBy))
      .where(isOpen)
    return open
  },

  async endInvitation(
    id: InvitationId,
    {
      outcome,
      userId,
      now,
    }: { outcome: 'accepted' | 'declined'; userId: UserId | null; now: Date },
  ): Promise<void> {
    await tx
      .update(invitationsTable)
      .set({ outcome, userId, endedAt: now })
      .where(eq(invitationsTable.id, id))
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
  /** Whether they ever did anything in a team, or had a credential. */
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
    if (from === null) return false
    const changed = await tx
      .update(usersTable)
      .set({ name: to })
      .where(
        and(
          eq(usersTable.id, userId),
          eq(usersTable.kind, 'person'),
          eq(usersTable.name, from),
          ne(usersTable.name, to),
        ),
      )
      .returning({ id: usersTable.id })
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
