import type { UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { askCommentsAnew } from '../projects/ask-comments-anew.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** A comment is completed for this long after it was made; later nobody looks. */
const COMPLETED_MS = 60 * 60_000

/** Project whose commits were linked to sessions → its pull requests of the last hour are looked at again, as more is known of them. */
export const makeAskAfterLinking =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: SystemScope, { projectId }: { projectId: ProjectId }): Promise<void> =>
    unitOfWork.inTeam(scope, (repos) => {
      const at = now()
      return askCommentsAnew(repos, projectId, { since: new Date(at.getTime() - COMPLETED_MS), at })
    })

export type AskAfterLinking = ReturnType<typeof makeAskAfterLinking>
