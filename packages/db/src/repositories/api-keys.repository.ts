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
}

export const createApiKeyRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async insert(key: NewApiKey): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.api_keys
        (id, team_id, user_id, machine_id, name, role, key_hash, hint, created_at)
      values (${key.id}, ${teamId}, ${key.userId}, ${key.machineId}, ${key.name}, ${key.role},
        ${key.keyHash}, ${key.hint}, ${key.createdAt.toISOString()}::timestamptz)`)
  },

  async find(
    id: string,
  ): Promise<{ id: ApiKeyId; role: TeamRole; isRevoked: boolean } | undefined> {
    const [row] = await rows<{ id: ApiKeyId; role: TeamRole; is_revoked: boolean }>(
      tx,
      sql`
      select id, role, revoked_at is not null as is_revoked from teamlore.api_keys
      where team_id = ${teamId} and id = ${id}`,
    )
    return row && { id: row.id, role: row.role, isRevoked: row.is_revoked }
  },

  async revoke(id: ApiKeyId, now: Date): Promise<void> {
    await tx.execute(sql`
      update teamlore.api_keys set revoked_at = ${now.toISOString()}::timestamptz
      where team_id = ${teamId} and id = ${id} and revoked_at is null`)
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
