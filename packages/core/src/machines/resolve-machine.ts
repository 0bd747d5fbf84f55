import type { StoredMachine, TeamRepositories } from '@teamlore/db'
import type { MachineId, RegisterMachineRequest, UserId } from '@teamlore/shared'
import type { Actor } from '../identity/teams/team-scope.ts'
import { machineMismatch } from './machines.errors.ts'

type Sender = { userId: UserId; actor: Actor }

/**
 * The machine a request says it comes from, made when it is new to this user.
 *
 * @throws DomainError `machine.mismatch` when the caller's key belongs to another machine.
 */
export const resolveMachine = async (
  { machines }: Pick<TeamRepositories, 'machines'>,
  { userId, actor }: Sender,
  said: RegisterMachineRequest,
  { newMachineId, now }: { newMachineId: () => MachineId; now: Date },
): Promise<StoredMachine> => {
  if (actor.kind === 'machine') {
    const own = await machines.findById(actor.machineId)
    if (own?.fingerprint !== said.fingerprint) throw machineMismatch()
  }
  const { fingerprint, name, platform, agent_version: agentVersion } = said
  return machines.upsert(
    { id: newMachineId(), userId, fingerprint, name, platform, agentVersion },
    now,
  )
}
