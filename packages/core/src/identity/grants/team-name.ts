import type { UnitOfWork } from '@teamlore/db'
import type { TeamScope } from '../teams/team-scope.ts'

/** What the team is called in which a client is about to be let in. */
export const makeTeamNameOf =
  ({ unitOfWork }: { unitOfWork: Pick<UnitOfWork, 'asSystem'> }) =>
  ({ teamId }: TeamScope): Promise<string> =>
    unitOfWork.asSystem(({ identities }) => identities.teamName(teamId))
