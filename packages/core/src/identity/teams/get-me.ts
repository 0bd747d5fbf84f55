import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { Me, UserId } from '@teamlore/shared'
import { abilitiesOf } from '@teamlore/shared/roles'
import { unauthenticated } from '../../errors.ts'
import { requirePerson } from './require-person.ts'
import { hidesPrivate, isWholePerson, type TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'> }

/** Who asks, what they may, and where else they could go. */
export const makeGetMe =
  ({ unitOfWork }: Deps) =>
  async (scope: TeamScope): Promise<Me> => {
    const userId = requirePerson(scope)
    const { actor, teamId, role } = scope
    const machineId = actor.kind === 'machine' ? actor.machineId : null
    const grantor = hidesPrivate(scope) ? scope.given?.by : undefined
    const { found, given_by } = await unitOfWork.inTeam(scope, async ({ team, people }) => ({
      found: await team.whoAmI(machineId),
      given_by: grantor === undefined ? null : await grantorNamed(people, grantor),
    }))
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
      given_by,
    }
  }

const grantorNamed = async (
  people: TeamRepositories['people'],
  id: UserId,
): Promise<Me['given_by']> => ({ id, name: (await people.find(id))?.name ?? 'Former member' })

export type GetMe = ReturnType<typeof makeGetMe>
