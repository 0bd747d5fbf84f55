import type { ApiKeyId, TeamId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

/** Any number will do, as long as every process that boots uses the same. */
const BOOT_LOCK = 7_465_616_140

export type FirstTeam = { teamId: TeamId; userId: UserId }

export type FirstKey = {
  id: ApiKeyId
  name: string
  keyHash: string
  hint: string
  /** Fixed by TEAMLORE_ADMIN_KEY, so a changed one takes its place. */
  fromEnvironment: boolean
  createdAt: Date
}

export const createBootRepository = (tx: DbExecutor) => ({
  /** Waits until no other process is booting; held to the end of the transaction. */
  async lock(): Promise<void> {
    await rows(tx, sql`select pg_advisory_xact_lock(${BOOT_LOCK}::bigint)`)
  },

  /** The oldest team and its oldest owner. */
  async findFirst(): Promise<FirstTeam | undefined> {
    const [row] = await rows<{ team_id: TeamId; user_id: UserId }>(
      tx,
      sql`
      select team_id, user_id from teamlore.memberships where role = 'owner'
      order by team_id, user_id limit 1`,
    )
    return row && { teamId: row.team_id, userId: row.user_id }
  },

  async createFirst(first: FirstTeam & { teamName: string; userName: string }): Promise<void> {
    await tx.execute(
      sql`insert into teamlore.teams (id, name) values (${first.teamId}, ${first.teamName})`,
    )
    await tx.execute(
      sql`insert into teamlore.users (id, name) values (${first.userId}, ${first.userName})`,
    )
    await tx.execute(sql`
      insert into teamlore.memberships (team_id, user_id, role)
      values (${first.teamId}, ${first.userId}, 'owner')`)
  },

  async addKey({ teamId, userId }: FirstTeam, key: FirstKey): Promise<void> {
    await tx.execute(sql`
      insert into teamlore.api_keys
        (id, team_id, user_id, name, role, key_hash, hint, from_environment, is_operators,
          created_at)
      values (${key.id}, ${teamId}, ${userId}, ${key.name}, 'owner', ${key.keyHash}, ${key.hint},
        ${key.fromEnvironment}, true, ${key.createdAt.toISOString()}::timestamptz)`)
  },

  /** Makes a key known by its hash valid (again). @returns false when there is no such key in this team. */
  async reviveKey(teamId: TeamId, keyHash: string): Promise<boolean> {
    const found = await rows(
      tx,
      sql`
      update teamlore.api_keys set revoked_at = null, from_environment = true,
        is_operators = true
      where team_id = ${teamId} and key_hash = ${keyHash} returning id`,
    )
    return found.length > 0
  },

  /** Ends keys that the environment fixed earlier, but for the one it fixes now. */
  async revokeFormerEnvironmentKeys(teamId: TeamId, keyHash: string, now: Date): Promise<void> {
    await tx.execute(sql`
      update teamlore.api_keys set revoked_at = ${now.toISOString()}::timestamptz
      where team_id = ${teamId} and from_environment and key_hash <> ${keyHash}
        and revoked_at is null`)
  },
})
