import type { MachineId, UserId } from '@teamlore/shared'
import { sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { rows } from '../engine/rows.ts'

export type MachineFacts = {
  fingerprint: string
  name: string
  platform: string
  agentVersion: string
}

export type NewMachine = MachineFacts & { id: MachineId; userId: UserId }
export type StoredMachine = { id: MachineId; userId: UserId; fingerprint: string; name: string }

type MachineRow = { id: MachineId; user_id: UserId; fingerprint: string; name: string }

const toStored = (row: MachineRow): StoredMachine => ({
  id: row.id,
  userId: row.user_id,
  fingerprint: row.fingerprint,
  name: row.name,
})

/** A machine that is there already is not written again for being seen within this time. */
const SEEN_PRECISION = sql.raw(`interval '1 minute'`)

export const createMachineRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async findById(id: MachineId): Promise<StoredMachine | undefined> {
    const [row] = await rows<MachineRow>(
      tx,
      sql`
      select id, user_id, fingerprint, name from teamlore.machines
      where team_id = ${teamId} and id = ${id}`,
    )
    return row && toStored(row)
  },

  async findByFingerprint(userId: UserId, fingerprint: string): Promise<StoredMachine | undefined> {
    const [row] = await rows<MachineRow>(
      tx,
      sql`
      select id, user_id, fingerprint, name from teamlore.machines where team_id = ${teamId}
        and user_id = ${userId} and fingerprint = ${fingerprint}`,
    )
    return row && toStored(row)
  },

  /**
   * The user's machine with this fingerprint, made when it is new. Name, platform and version
   * follow what it says of itself; `last_seen_at` is exact to a minute.
   */
  async upsert(machine: NewMachine, now: Date): Promise<StoredMachine> {
    const seen = now.toISOString()
    await tx.execute(sql`
      insert into teamlore.machines
        (id, team_id, user_id, fingerprint, name, platform, agent_version, last_seen_at)
      select ${machine.id}, ${teamId}, ${machine.userId}, ${machine.fingerprint}, ${machine.name},
        ${machine.platform}, ${machine.agentVersion}, ${seen}::timestamptz
      where not exists (
        select from teamlore.machines k where k.team_id = ${teamId}
          and k.user_id = ${machine.userId} and k.fingerprint = ${machine.fingerprint}
          and (k.name, k.platform, k.agent_version)
            = (${machine.name}, ${machine.platform}, ${machine.agentVersion})
          and k.last_seen_at > ${seen}::timestamptz - ${SEEN_PRECISION})
      on conflict (team_id, user_id, fingerprint) do update set
        name = excluded.name, platform = excluded.platform, agent_version = excluded.agent_version,
        last_seen_at = excluded.last_seen_at`)
    const stored = await this.findByFingerprint(machine.userId, machine.fingerprint)
    if (stored === undefined) throw new Error('A machine just written is not there.')
    return stored
  },

  /** Keeps others who lock the same machine waiting to the end of the transaction. */
  async lock(id: MachineId): Promise<void> {
    await tx.execute(sql`
      select from teamlore.machines where team_id = ${teamId} and id = ${id} for no key update`)
  },
})
