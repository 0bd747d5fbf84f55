import type { UnitOfWork } from '@teamlore/db'
import type { RenameMe } from '@teamlore/shared/people'
import { cleanStrings } from '../../text/clean-strings.ts'
import { requirePerson } from './require-person.ts'
import { grantorOf, type TeamScope } from './team-scope.ts'
import { notByThisKey } from './teams.errors.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'> }

/** How others see the caller, in all of their teams. */
export const makeRenameMe =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, request: RenameMe): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ people }) => {
      if (grantorOf(scope) !== null) throw notByThisKey()
      await people.rename(requirePerson(scope), cleanStrings(request).name)
    })

export type RenameMeUseCase = ReturnType<typeof makeRenameMe>
