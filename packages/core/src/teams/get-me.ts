import type { UnitOfWork } from '@teamlore/db'
import type { Me } from '@teamlore/shared'
import { unauthenticated } from '../errors.ts'
import { requirePerson } from './require-person.ts'
import type { TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

export const makeGetMe =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope): Promise<Me> =>
    unitOfWork.inTeam(scope, async ({ team }) => {
      const userId = requirePerson(scope)
      const { actor, teamId, role } = scope
      const machineId = actor.kind === 'machine' ? actor.machineId : null
      const found = await team.whoAmI(machineId)
      if (found === undefined) throw unauthenticated()
      const { team_name, user_name, email, machine_name } = found
      return {
        team: { id: teamId, name: team_name },
        user: { id: userId, name: user_name, email },
        role,
        via: actor.kind === 'user' ? actor.via : 'api_key',
        machine:
          machineId === null || machine_name === null
            ? null
            : { id: machineId, name: machine_name },
      }
    })

export type GetMe = ReturnType<typeof makeGetMe>
