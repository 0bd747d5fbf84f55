import type { UnitOfWork } from '@teamlore/db'
import type { Me } from '@teamlore/shared'
import { abilitiesOf } from '@teamlore/shared/roles'
import { unauthenticated } from '../errors.ts'
import { requirePerson } from './require-person.ts'
import { isWholePerson, type TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'> }

/** Who asks, what they may, and where else they could go. */
export const makeGetMe =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope): Promise<Me> => {
    const userId = requirePerson(scope)
    const { actor, teamId, role } = scope
    const machineId = actor.kind === 'machine' ? actor.machineId : null
    const found = await unitOfWork.inTeam(scope, ({ team }) => team.whoAmI(machineId))
    if (found === undefined) throw unauthenticated()
    const { team_name, user_name, email, kind, machine_name } = found
    const team = { id: teamId, name: team_name }
    const teams = isWholePerson(scope)
      ? await unitOfWork.asSystem(({ persons }) => persons.teams(userId))
      : [{ ...team, role }]
    return {
      team,
      user: { id: userId, name: user_name, email, kind },
      role,
      abilities: abilitiesOf(role),
      teams,
      via: actor.kind === 'user' ? actor.via : 'api_key',
      machine:
        machineId === null || machine_name === null ? null : { id: machineId, name: machine_name },
    }
  }

export type GetMe = ReturnType<typeof makeGetMe>
