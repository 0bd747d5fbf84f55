import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { NameTeam, Team } from '@teamlore/shared/people'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from '../teams/require-person.ts'
import { isWholePerson, type TeamScope } from '../teams/team-scope.ts'
import { teamFixed } from '../teams/teams.errors.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam' | 'asSystem'>
  ids?: Pick<typeof newId, 'event' | 'team'>
}

export const makeNameTeam =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, request: NameTeam): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ people, audit }) => {
      const { name } = cleanStrings(request)
      await people.renameTeam(name)
      await audit.add({
        id: ids.event(),
        action: 'team.renamed',
        userId: requirePerson(scope),
        details: { name },
      })
    })

/** A team beside this one, which shares nothing with it; the caller owns both. */
export const makeFoundTeam =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (scope: TeamScope<'owner'>, request: NameTeam): Promise<Team> => {
    // A key is of one team: it could not reach the other, nor should it make one.
    if (!isWholePerson(scope)) throw teamFixed()
    const userId = requirePerson(scope)
    const { name } = cleanStrings(request)
    const teamId = ids.team()
    await unitOfWork.asSystem(async ({ persons, auditOf }) => {
      await persons.foundTeam({ teamId, name, userId })
      await auditOf(teamId).add({ id: ids.event(), action: 'team.created', userId })
    })
    return { id: teamId, name, role: 'owner' }
  }
