import type { TeamRepositories, UnitOfWork } from '@teamlore/db'
import type { ProjectId } from '@teamlore/shared'
import type { MemoryPolicyAnswer, MemoryPolicyRequest } from '@teamlore/shared/memory-review'
import { type Clock, systemClock } from '../platform/clock.ts'
import { requirePerson } from '../teams/require-person.ts'
import type { TeamScope } from '../teams/team-scope.ts'
import { policyOf } from './policy.ts'
import { projectOf } from './project-of.ts'

type Deps = { unitOfWork: Pick<UnitOfWork, 'inTeam'>; now?: Clock }
type Input = { project?: string | undefined }

/** Who lets memories become active, of a project or of the whole team. */
export const makeGetMemoryPolicy =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { project }: Input): Promise<MemoryPolicyAnswer> =>
    unitOfWork.inTeam(scope, async (repos) =>
      answerFor(repos, (await projectOf(repos, project)).id),
    )

export type GetMemoryPolicy = ReturnType<typeof makeGetMemoryPolicy>

export const makeSetMemoryPolicy =
  ({ unitOfWork, now = systemClock }: Deps) =>
  (
    scope: TeamScope<'admin'>,
    { project, ...policy }: MemoryPolicyRequest,
  ): Promise<MemoryPolicyAnswer> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const { id } = await projectOf(repos, project)
      await repos.memoryReview.setPolicy(id, policy, { by: requirePerson(scope), at: now() })
      return answerFor(repos, id)
    })

export type SetMemoryPolicy = ReturnType<typeof makeSetMemoryPolicy>

const answerFor = async (
  repos: Pick<TeamRepositories, 'memoryReview'>,
  projectId: ProjectId | null,
): Promise<MemoryPolicyAnswer> => {
  const { mode, threshold, origins } = await policyOf(repos, projectId)
  const own = await repos.memoryReview.policy(projectId)
  return { mode, threshold, origins: [...origins], is_own: own?.is_own ?? false }
}
