import type { UnitOfWork } from '@teamlore/db'
import { newId, type RegisterMachineRequest, type RegisterMachineResponse } from '@teamlore/shared'
import { requirePerson } from '../identity/teams/require-person.ts'
import { grantorOf, type TeamScope } from '../identity/teams/team-scope.ts'
import { ownNotByGiven } from '../identity/teams/teams.errors.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { hashSecret, hintOf, newKeyText } from '../platform/secret.ts'
import { cleanStrings } from '../text/clean-strings.ts'
import { resolveMachine } from './resolve-machine.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  newKey?: () => string
  ids?: Pick<typeof newId, 'machine' | 'apiKey' | 'event'>
}

const MACHINE_IS_OWN =
  'This machine has a key of your own already, and somebody else made the one that you are using now, which opens less. Leave the machine as it is, or run `lore login` with a key of your own.'

/**
 * Exchanges the caller's key for one that belongs to this machine alone. A machine that registers
 * again gets a new key, and its former one ends; a given key does not end one of the person's own.
 *
 * @throws DomainError `access.own_not_by_given`
 */
export const makeRegisterMachine =
  ({ unitOfWork, now = systemClock, newKey = newKeyText, ids = newId }: Deps) =>
  (scope: TeamScope<'member'>, request: RegisterMachineRequest): Promise<RegisterMachineResponse> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      const moment = now()
      const machine = await resolveMachine(
        repos,
        { userId, actor: scope.actor },
        cleanStrings(request),
        { newMachineId: ids.machine, now: moment },
      )
      // Of two registrations at once, the later one must see the key of the earlier, to end it.
      await repos.machines.lock(machine.id)
      if (grantorOf(scope) !== null && (await repos.apiKeys.hasOwnOfMachine(machine.id)))
        throw ownNotByGiven({ message: MACHINE_IS_OWN })
      const replaced = await repos.apiKeys.revokeOfMachine(machine.id, moment)
      const key = newKey()
      const keyId = ids.apiKey()
      await repos.apiKeys.insert({
        id: keyId,
        userId,
        machineId: machine.id,
        name: machine.name,
        role: 'member',
        keyHash: hashSecret(key),
        hint: hintOf(key),
        createdAt: moment,
        createdBy: grantorOf(scope),
      })
      await repos.audit.add({
        id: ids.event(),
        action: 'machine.registered',
        userId,
        machineId: machine.id,
        subject: keyId,
        details: { replaced_keys: replaced },
      })
      return { machine: { id: machine.id, name: machine.name }, key }
    })

export type RegisterMachine = ReturnType<typeof makeRegisterMachine>
