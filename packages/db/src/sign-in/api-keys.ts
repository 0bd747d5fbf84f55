import type { ApiKeyId, MachineId, TeamId, TeamRole, UserId } from '@teamlore/shared'
import { and, count, eq, isNull, ne, notExists, or, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { usersTable } from '../people/table.ts'
import { apiKeysTable } from './table.ts'

/** A key as it is stored: its hash, and just enough of the text to recognise it by. */
export type NewApiKey = {
  id: ApiKeyId
  userId: UserId
  machineId: MachineId | null
  name: string
  role: TeamRole
  keyHash: string
  hint: string
  createdAt: Date
  /** Who made it for somebody else. */
  createdBy?: UserId | null
  expiresAt?: Date | null
}

export type StoredApiKey = Pick<NewApiKey, 'id' | 'userId' | 'machineId' | 'role'> & {
  /** Who made it for somebody else. */
  createdBy: UserId | null
  isRevoked: boolean
}

/** Keys of the team that are not revoked. */
const holds = (teamId: TeamId) =>
  and(eq(apiKeysTable.teamId, teamId), isNull(apiKeysTable.revokedAt))

export const createApiKeyRepository = (tx: DbExecutor, scope: DbScope) => ({
  ...createOfOneKey(tx, scope),
  ...createOfHolder(tx, scope),
})

const createOfOneKey = (tx: DbExecutor, { teamId }: DbScope) => ({
  async insert(key: NewApiKey): Promise<void> {
    await tx.insert(apiKeysTable).values({ ...key, teamId })
  },

  async find(id: string): Promise<StoredApiKey | undefined> {
    const [key] = await tx
      .select({
        id: apiKeysTable.id,
        userId: apiKeysTable.userId,
        machineId: apiKeysTable.machineId,
        role: apiKeysTable.role,
        createdBy: apiKeysTable.createdBy,
        isRevoked: sql<boolean>`${apiKeysTable.revokedAt} is not null`,
      })
      .from(apiKeysTable)
      .where(and(eq(apiKeysTable.teamId, teamId), sql`${apiKeysTable.id} = ${id}`))
    return key
  },

  /** From here on nobody else made it: it has a new text in the place of the one that its maker has seen. */
  async claim(id: ApiKeyId, { keyHash, hint }: Pick<NewApiKey, 'keyHash' | 'hint'>): Promise<void> {
    await tx
      .update(apiKeysTable)
      .set({ createdBy: null, keyHash, hint })
      .where(and(eq(apiKeysTable.teamId, teamId), eq(apiKeysTable.id, id)))
  },

  async revoke(id: ApiKeyId, now: Date): Promise<void> {
    await tx
      .update(apiKeysTable)
      .set({ revokedAt: now })
      .where(and(holds(teamId), eq(apiKeysTable.id, id)))
  },
})

/** Keys of a person or a machine. */
const createOfHolder = (tx: DbExecutor, { teamId }: DbScope) => ({
  /**
   * Ends every key of a person, those of their machines and those that they made for others included. Keys of services stay: they
   * are the team's. @returns how many there were.
   */
  async revokeOfUser(userId: UserId, now: Date): Promise<number> {
    const ofService = tx
      .select({ id: usersTable.id })
      .from(usersTable)
      .where(and(eq(usersTable.id, apiKeysTable.userId), eq(usersTable.kind, 'service')))
    const revoked = await tx
      .update(apiKeysTable)
      .set({ revokedAt: now })
      .where(
        and(
          holds(teamId),
          or(
            eq(apiKeysTable.userId, userId),
            and(eq(apiKeysTable.createdBy, userId), notExists(ofService)),
          ),
        ),
      )
      .returning({ id: apiKeysTable.id })
    return revoked.length
  },

  /** How many keys somebody made for other people that still hold; they end with the right to make such (a trigger of memberships). */
  async countGivenBy(userId: UserId): Promise<number> {
    const [given] = await tx
      .select({ keys: count() })
      .from(apiKeysTable)
      .innerJoin(
        usersTable,
        and(eq(usersTable.id, apiKeysTable.userId), ne(usersTable.kind, 'service')),
      )
      .where(and(holds(teamId), eq(apiKeysTable.createdBy, userId)))
    return given?.keys ?? 0
  },

  /** Whether a machine holds a key that its person made, and nobody for them. */
  async hasOwnOfMachine(machineId: MachineId): Promise<boolean> {
    const found = await tx
      .select({ id: apiKeysTable.id })
      .from(apiKeysTable)
      .where(
        and(holds(teamId), eq(apiKeysTable.machineId, machineId), isNull(apiKeysTable.createdBy)),
      )
      .limit(1)
    return found.length > 0
  },

  /** Ends every key a machine still holds. @returns how many there were. */
  async revokeOfMachine(machineId: MachineId, now: Date): Promise<number> {
    const revoked = await tx
      .update(apiKeysTable)
      .set({ revokedAt: now })
      .where(and(holds(teamId), eq(apiKeysTable.machineId, machineId)))
      .returning({ id: apiKeysTable.id })
    return revoked.length
  },
})
