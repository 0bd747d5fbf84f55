import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { MemoryPolicyAnswer, MemoryPolicyRequest } from '@teamlore/shared/memory-review'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { policyOf } from './policy.ts'
import { projectOf } from './project-of.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}
type Input = { project?: string | undefined }

/** Who lets memories become active, of a project or of the whole team. */
export const makeGetMemoryPolicy =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { project }: Input): Promise<MemoryPolicyAnswer> =>
    unitOfWork.inTeam(scope, async (repos) =>
      answerFor(repos, (await projectOf(repos, project)).id),
    )

export const makeSetMemoryPolicy =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope<'admin'>,
    { project, serves_unreviewed: wanted, ...said }: MemoryPolicyRequest,
  ): Promise<MemoryPolicyAnswer> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { id } = await projectOf(repos, project)
      const by = requirePerson(scope)
      const serves_unreviewed = wanted ?? (await policyOf(repos, id)).servesUnreviewed
      const policy = { ...said, serves_unreviewed }
      await repos.memoryReview.setPolicy(id, policy, { by, at: now() })
      await repos.audit.add({
        id: ids.event(),
        action: 'memory_policy.set',
        userId: by,
        ...(id === null ? {} : { subject: id }),
        details: {
          mode: policy.mode,
          threshold: policy.threshold,
          origins: policy.origins.join(' '),
          serves_unreviewed: String(serves_unreviewed),
        },
      })
      return answerFor(repos, id)
    })

/** Takes away what was decided for a project, or for the team: what stands above it holds again. */
export const makeRemoveMemoryPolicy =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, { project }: Input): Promise<MemoryPolicyAnswer> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { id } = await projectOf(repos, project)
      const userId = requirePerson(scope)
      if (await repos.memoryReview.removePolicy(id))
        await repos.audit.add({
          id: ids.event(),
          action: 'memory_policy.removed',
          userId,
          details: {},
          ...(id === null ? {} : { subject: id }),
        })
      return answerFor(repos, id)
    })

const answerFor = async (
  repos: Pick<TeamRepositories, 'memoryReview'>,
  projectId: ProjectId | null,
): Promise<MemoryPolicyAnswer> => {
  const { mode, threshold, origins, servesUnreviewed } = await policyOf(repos, projectId)
  const own = await repos.memoryReview.policy(projectId)
  return {
    mode,
    threshold,
    origins: [...origins],
    serves_unreviewed: servesUnreviewed,
    is_own: own?.is_own ?? false,
  }
}
