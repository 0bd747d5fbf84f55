import type { StoredAgentsMdPolicy, TeamRepositories, UnitOfWork } from '@teamlore/db'
import { newId, type ProjectId } from '@teamlore/shared'
import type { AgentsMdPolicy, SetAgentsMdPolicy } from '@teamlore/shared/agents-md'
import { requirePerson } from '../identity/teams/require-person.ts'
import type { TeamScope } from '../identity/teams/team-scope.ts'
import { type Clock, systemClock } from '../platform/clock.ts'
import { projectToSet } from './project-to-write.ts'
import { KIND_ORDER } from './section.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  now?: Clock
  ids?: Pick<typeof newId, 'event'>
}

/** What holds where nobody decided: every kind, what is rather sure, and a page that an agent can read each time. */
const DEFAULT: StoredAgentsMdPolicy = {
  kinds: [...KIND_ORDER],
  min_confidence: 0.6,
  max_tokens: 1_500,
}

export const policyFor = async (
  { agentsMd }: Pick<TeamRepositories, 'agentsMd'>,
  projectId: ProjectId,
): Promise<AgentsMdPolicy> => {
  const own = await agentsMd.policy(projectId)
  return own === undefined ? { ...DEFAULT, is_own: false } : { ...own, is_own: true }
}

export const makeGetAgentsMdPolicy =
  ({ unitOfWork }: Deps) =>
  (scope: TeamScope, { id }: { id: string }): Promise<AgentsMdPolicy> =>
    unitOfWork.inTeam(scope, async (repos) => policyFor(repos, (await projectToSet(repos, id)).id))

export const makeSetAgentsMdPolicy =
  ({ unitOfWork, now = systemClock, ids = newId }: Deps) =>
  (
    scope: TeamScope<'admin'>,
    { id, policy: asked }: { id: string; policy: SetAgentsMdPolicy },
  ): Promise<AgentsMdPolicy> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const by = requirePerson(scope)
      const project = await projectToSet(repos, id)
      const before = await policyFor(repos, project.id)
      const policy: StoredAgentsMdPolicy = {
        kinds: KIND_ORDER.filter((kind) => (asked.kinds ?? before.kinds).includes(kind)),
        min_confidence: asked.min_confidence ?? before.min_confidence,
        max_tokens: asked.max_tokens ?? before.max_tokens,
      }
      await repos.agentsMd.setPolicy(project.id, policy, { by, at: now() })
      await repos.audit.add({
        id: ids.event(),
        action: 'agents_md_policy.set',
        userId: by,
        subject: project.id,
        details: {
          kinds: policy.kinds.join(' '),
          min_confidence: policy.min_confidence,
          max_tokens: policy.max_tokens,
        },
      })
      return policyFor(repos, project.id)
    })

/** Takes away what was decided for a project. Doing it again changes nothing. */
export const makeRemoveAgentsMdPolicy =
  ({ unitOfWork, ids = newId }: Deps) =>
  (scope: TeamScope<'admin'>, { id }: { id: string }): Promise<AgentsMdPolicy> =>
    unitOfWork.inTeam(scope, async (repos) => {
      const userId = requirePerson(scope)
      const project = await projectToSet(repos, id)
      if (await repos.agentsMd.removePolicy(project.id))
        await repos.audit.add({
          id: ids.event(),
          action: 'agents_md_policy.removed',
          userId,
          subject: project.id,
          details: {},
        })
      return policyFor(repos, project.id)
    })
