import {
  agentsMdPullRequestSchema,
  setAgentsMdPullRequestSchema,
} from '../integrations/agents-md-pull-request.contract.ts'
import { needed } from '../roles/roles.ts'
import { idParams, route } from './route.ts'

const path = '/v1/projects/:id/agents-md/pull-request'

/** The one pull request, or merge request, by which the section of AGENTS.md is kept up to date. */
export const agentsMdPullRequestRoutes = {
  get: route({
    method: 'GET',
    path,
    id: 'getAgentsMdPullRequest',
    needs: 'viewer',
    tag: 'Memories',
    docs: 'whether the section is kept up to date by a pull request, where that is, and what keeps it from going on',
    summary: 'Get the pull request for AGENTS.md',
    description: 'One for each project, from the branch `teamlore/agents-md`.',
    params: idParams('project'),
    answer: agentsMdPullRequestSchema,
    failures: [422],
  }),
  set: route({
    method: 'PUT',
    path,
    id: 'setAgentsMdPullRequest',
    needs: needed('integrations.manage'),
    tag: 'Memories',
    docs: 'switch it on, for AGENTS.md or CLAUDE.md. The repository has to be known to a connected GitHub App that may write contents and pull requests, or to a GitLab token',
    summary: 'Switch on the pull request for AGENTS.md',
    description:
      'Asks the host what the app or the token may do, and answers 409 with what is missing. Looks at once, and then once an hour. It is listed in the audit events.',
    params: idParams('project'),
    body: setAgentsMdPullRequestSchema,
    answer: agentsMdPullRequestSchema,
    failures: [409, 422],
    timeoutMs: 60_000,
  }),
  remove: route({
    method: 'DELETE',
    path,
    id: 'removeAgentsMdPullRequest',
    needs: needed('integrations.manage'),
    tag: 'Memories',
    docs: 'switch it off; a pull request that is open stays as it is',
    summary: 'Switch off the pull request for AGENTS.md',
    description: 'A pull request that is open stays as it is, for a person to merge or close.',
    params: idParams('project'),
    answer: agentsMdPullRequestSchema,
    failures: [422],
  }),
} as const
