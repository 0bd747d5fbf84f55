import type { UnitOfWork } from '@teamlore/db'
import type { Stats } from '@teamlore/shared'
import type { TeamScope } from './team-scope.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** How much there is, of what the caller may see. */
export const makeGetStats =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope): Promise<Stats> =>
    unitOfWork.inTeam(scope, ({ team }) => team.stats())

export type GetStats = ReturnType<typeof makeGetStats>
