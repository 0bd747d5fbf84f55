import type { UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { identityOf } from './repositories.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }

/** A comment is completed for this long after it was made; later nobody looks. */
const COMPLETED_MS = 60 * 60_000

/** Project whose commits were linked to sessions → its pull requests of the last hour are looked at again, as more is known of them. */
export const makeAskAfterLinking =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (scope: SystemScope, { projectId }: { projectId: ProjectId }): Promise<void> =>
    unitOfWork.inTeam(scope, async ({ hostedRepositories, pullRequests, outbox }) => {
      const identity = await hostedRepositories.identityOf(projectId)
      const at = now()
      const since = new Date(at.getTime() - COMPLETED_MS)
      for (const { integrationId, repositoryId, url } of await hostedRepositories.all()) {
        if (identityOf(url) !== identity) continue
        const asked = await pullRequests.askPosted(integrationId, { repositoryId, since }, at)
        await outbox.add(
          ...asked.map((id) => ({
            type: 'pull_request.asked' as const,
            payload: { pull_request_id: id },
          })),
        )
      }
    })

export type AskAfterLinking = ReturnType<typeof makeAskAfterLinking>
