import type { ApiKeyId, MachineId, TeamRole, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

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

export const createApiKeyRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async insert(key: NewApiKey): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.api_keys
        (id, team_id, user_id, machine_id, name, role, key_hash, hint, created_at, created_by,
          expires_at)
      values (${key.id}, ${teamId}, ${key.userId}, ${key.machineId}, ${key.name}, ${key.role},
        ${key.keyHash}, ${key.hint}, ${key.createdAt.toISOString()}::timestamptz,
        ${key.createdBy ?? null}, ${key.expiresAt?.toISOString() ?? null}::timestamptz)`)
  },

  async find(id: string): Promise<StoredApiKey | undefined> {
    const [row] = await rows<StoredApiKey>(
      tx,
      sql`
      select id, user_id as "userId", machine_id as "machineId", role, created_by as "createdBy",
        revoked_at is not null as "isRevoked"
      from teamlore.api_keys where team_id = ${teamId} and id = ${id}`,
    )
    return row && { ...row }
  },

  /** From here on nobody else made it: it has a new text in the place of the one that its maker has seen. */
  async claim(id: ApiKeyId, { keyHash, hint }: Pick<NewApiKey, 'keyHash' | 'hint'>): Promise<void> {
    await tx.execute(sql`
      update teamlore.api_keys set created_by = null, key_hash = ${keyHash}, hint = ${hint}
      where team_id = ${teamId} and id = ${id}`)
  },

  async revoke(id: ApiKeyId, now: Date): Promise<void> {
    await tx.execute(sql`
      update teamlore.api_keys set revoked_at = ${now.toISOString()}::timestamptz
      where team_id = ${teamId} and id = ${id} and revoked_at is null`)
  },

  /**
   * Ends every key of a person, those of their machines and those that they made for others included. Keys of services stay: they
   * are the team's. @returns how many there were.
   */
  async revokeOfUser(userId: UserId, now: Date): Promise<number> {
    const revoked = await rows(
      tx,
      sql`
      update teamlore.api_keys set revoked_at = ${now.toISOString()}::timestamptz
      where team_id = ${teamId} and revoked_at is null and (user_id = ${userId}
        or created_by = ${userId} and not exists (select from teamlore.users u
          where u.id = api_keys.user_id and u.kind = 'service'))
      returning id`,
    )
    return revoked.length
  },

  /** How many keys somebody made for other people that still hold; they end with the right to make such (a trigger of memberships). */
  async countGivenBy(userId: UserId): Promise<number> {
    const [row] = await rows<{ n: number }>(
      tx,
      sql`
      select count(*)::int as n from teamlore.api_keys k
      join teamlore.users u on u.id = k.user_id and u.kind <> 'service'
      where k.team_id = ${teamId} and k.created_by = ${userId} and k.revoked_at is null`,
    )
    return row?.n ?? 0
  },

  /** Whether a machine holds a key that its person made, and nobody for them. */
  async hasOwnOfMachine(machineId: MachineId): Promise<boolean> {
    const found = await rows(
      tx,
      sql`
      select from teamlore.api_keys where team_id = ${teamId} and machine_id = ${machineId}
        and created_by is null and revoked_at is null limit 1`,
    )
    return found.length > 0
  },

  /** Ends every key a machine still holds. @returns how many there were. */
  async revokeOfMachine(machineId: MachineId, now: Date): Promise<number> {
    const revoked = await rows(
      tx,
      sql`
      update teamlore.api_keys set revoked_at = ${now.toISOString()}::timestamptz
      where team_id = ${teamId} and machine_id = ${machineId} and revoked_at is null
      returning id`,
    )
    return revoked.length
  },
})
