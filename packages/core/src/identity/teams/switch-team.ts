import type { UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import type { SwitchTeam } from '@teamlore/shared/people'
import { hashSecret } from '../../platform/secret.ts'
import { requirePerson } from './require-person.ts'
import { isWholePerson, type TeamScope } from './team-scope.ts'
import { teamFixed, teamNotFound } from './teams.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'asSystem'>; ids?: Pick<typeof newId, 'event'> }

/**
 * From here on the browser asks in another team of the same person.
 *
 * @throws DomainError `team.fixed` for keys and bound browsers, `team.not_found`
 */
export const makeSwitchTeam =
  ({ unitOfWork, ids = newId }: Deps) =>
  async (
    scope: TeamScope,
    { team }: SwitchTeam,
    { browserToken }: { browserToken: string | undefined },
  ): Promise<void> => {
    const userId = requirePerson(scope)
    if (!isWholePerson(scope) || browserToken === undefined) throw teamFixed()
    await unitOfWork.asSystem(async ({ credentials, auditOf }) => {
      if (!(await credentials.moveBrowserSession(hashSecret(browserToken), userId, team)))
        throw teamNotFound()
      await auditOf(team).add({ id: ids.event(), action: 'team.switched', userId })
    })
  }

export type SwitchTeamUseCase = ReturnType<typeof makeSwitchTeam>
