import type { MachineId, UserId } from '@teamlore/shared'
import { and, eq, sql } from 'drizzle-orm'
import type { DbScope } from '../db-scope.ts'
import type { DbExecutor } from '../engine/engine.types.ts'
import { machinesTable } from './table.ts'

export type MachineFacts = {
  fingerprint: string
  name: string
  platform: string
  agentVersion: string
}

export type NewMachine = MachineFacts & { id: MachineId; userId: UserId }
export type StoredMachine = { id: MachineId; userId: UserId; fingerprint: string; name: string }

const STORED = {
  id: machinesTable.id,
  userId: machinesTable.userId,
  fingerprint: machinesTable.fingerprint,
  name: machinesTable.name,
}

/** A machine that is there already is not written again for being seen within this time. */
const SEEN_PRECISION = sql.raw(`interval '1 minute'`)

export const createMachineRepository = (tx: DbExecutor, { teamId }: DbScope) => ({
  async findById(id: MachineId): Promise<StoredMachine | undefined> {
    const [machine] = await tx
      .select(STORED)
      .from(machinesTable)
      .where(and(eq(machinesTable.teamId, teamId), eq(machinesTable.id, id)))
    return machine
  },

  async findByFingerprint(userId: UserId, fingerprint: string): Promise<StoredMachine | undefined> {
    const [machine] = await tx
      .select(STORED)
      .from(machinesTable)
      .where(
        and(
          eq(machinesTable.teamId, teamId),
          eq(machinesTable.userId, userId),
          eq(machinesTable.fingerprint, fingerprint),
        ),
      )
    return machine
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
    await tx
      .select({ id: machinesTable.id })
      .from(machinesTable)
      .where(and(eq(machinesTable.teamId, teamId), eq(machinesTable.id, id)))
      .for('no key update')
  },
})
