import type { TeamId, TeamRole, UserId } from '@teamlore/shared'
import { and, eq, exists, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { membershipsTable, teamsTable } from '../teams/table.ts'
import { identitiesTable, signInProvidersTable } from './table.ts'

export type IdentityKey = { provider: string; issuer: string; subject: string }

const isMembership = (teamId: TeamId, userId: UserId) =>
  and(eq(membershipsTable.teamId, teamId), eq(membershipsTable.userId, userId))

/** Who people are at providers, and the little of them that signing in may read and write before any team is known. */
export const createIdentityRepository = (tx: DbExecutor) => ({
  ...createIdentities(tx),
  ...createUsers(tx),
  ...createMemberships(tx),
})

const linkedOf = async (
  tx: DbExecutor,
  { provider, issuer, subject }: IdentityKey,
): Promise<{ userId: UserId; email: string | null } | undefined> => {
  const [identity] = await tx
    .select({ userId: identitiesTable.userId, email: identitiesTable.email })
    .from(identitiesTable)
    .where(
      and(
        eq(identitiesTable.provider, provider),
        eq(identitiesTable.issuer, issuer),
        eq(identitiesTable.subject, subject),
      ),
    )
  return identity
}

const createIdentities = (tx: DbExecutor) => ({
  find: async (key: IdentityKey): Promise<UserId | undefined> => (await linkedOf(tx, key))?.userId,

  /** Who it is, and by which address they last came in. */
  linked: (key: IdentityKey) => linkedOf(tx, key),

  /** Notes that it was used, and adds it where it is new. It never goes from one person to another. */
  async save(key: IdentityKey, userId: UserId, email: string | null, now: Date): Promise<void> {
    const { provider, issuer, subject } = key
    await tx
      .insert(identitiesTable)
      .values({ provider, issuer, subject, userId, email, createdAt: now, lastUsedAt: now })
      .onConflictDoUpdate({
        target: [identitiesTable.provider, identitiesTable.issuer, identitiesTable.subject],
        set: { email, lastUsedAt: now },
        setWhere: eq(identitiesTable.userId, userId),
      })
  },

  /**
   * The member whose account at a host of code this is, by a provider of that kind alone: another could be made to say anything.
   * Undefined where there is none, or more than one.
   */
  async memberOfHost(
    teamId: TeamId,
    { kind, issuer, subject }: Omit<IdentityKey, 'provider'> & { kind: 'github' | 'gitlab' },
  ): Promise<{ userId: UserId; role: TeamRole } | undefined> {
    const ofTeam = tx
      .select({ id: signInProvidersTable.id })
      .from(signInProvidersTable)
      .where(
        and(
          sql`${signInProvidersTable.id} = ${identitiesTable.provider}`,
          eq(signInProvidersTable.teamId, teamId),
          eq(signInProvidersTable.kind, kind),
        ),
      )
    const found = await tx
      .selectDistinct({ userId: identitiesTable.userId, role: membershipsTable.role })
      .from(identitiesTable)
      .innerJoin(
        membershipsTable,
        and(
          eq(membershipsTable.userId, identitiesTable.userId),
          eq(membershipsTable.teamId, teamId),
        ),
      )
      .where(
        and(
          eq(identitiesTable.issuer, issuer),
          eq(identitiesTable.subject, subject),
          or(eq(identitiesTable.provider, kind), exists(ofTeam)),
        ),
      )
    return found.length === 1 ? found[0] : undefined
  },

  async removeOfProvider(provider: string): Promise<void> {
    await tx.delete(identitiesTable).where(eq(identitiesTable.provider, provider))
  },
})

const createUsers = (tx: DbExecutor) => ({
  /** The person whose proven address this is. */
  async userByEmail(email: string): Promise<UserId | undefined> {
    const [user] = await tx
      .select({ id: usersTable.id })
      .from(usersTable)
      .where(
        and(
          sql`lower(${usersTable.email}) = ${email.toLowerCase()}`,
          eq(usersTable.kind, 'person'),
        ),
      )
    return user?.id
  },

  async addUser(user: { id: UserId; name: string; email: string }, now: Date): Promise<void> {
    const { id, name, email } = user
    await tx
      .insert(usersTable)
      .values({ id, name, email: email.toLowerCase(), kind: 'person', createdAt: now })
  },

  /** Keeps a proven address of somebody who had none, unless it is another's. */
  async giveEmail(userId: UserId, email: string): Promise<void> {
    const given = email.toLowerCase()
    const others = alias(usersTable, 'others')
    const owner = tx
      .select({ id: others.id })
      .from(others)
      .where(sql`lower(${others.email}) = ${given}`)
    await tx
      .update(usersTable)
      .set({ email: given })
      .where(and(eq(usersTable.id, userId), isNull(usersTable.email), notExists(owner)))
  },

  async nameOf(userId: UserId): Promise<string> {
    const [user] = await tx
      .select({ name: usersTable.name })
      .from(usersTable)
      .where(eq(usersTable.id, userId))
    return user?.name ?? ''
  },
})

const createMemberships = (tx: DbExecutor) => ({
  async roleIn(teamId: TeamId, userId: UserId): Promise<TeamRole | undefined> {
    const [membership] = await tx
      .select({ role: membershipsTable.role })
      .from(membershipsTable)
      .where(isMembership(teamId, userId))
    return membership?.role
  },

  async addMember(teamId: TeamId, userId: UserId, role: TeamRole): Promise<void> {
    await tx.insert(membershipsTable).values({ teamId, userId, role }).onConflictDoNothing()
  },

  /** An owner stays one, whatever a provider says. */
  async setRole(teamId: TeamId, userId: UserId, role: TeamRole): Promise<void> {
    await tx
      .update(membershipsTable)
      .set({ role })
      .where(and(isMembership(teamId, userId), ne(membershipsTable.role, 'owner')))
  },

  async teamName(teamId: TeamId): Promise<string> {
    const [team] = await tx
      .select({ name: teamsTable.name })
      .from(teamsTable)
      .where(eq(teamsTable.id, teamId))
    return team?.name ?? ''
  },
})
