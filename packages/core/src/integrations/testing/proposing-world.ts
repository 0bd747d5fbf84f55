import { agentsMdProposal } from '@teamlore/bots'
import type { TestDatabase } from '@teamlore/db/testing'
import { commitAs, type GitHubStandIn } from '@teamlore/hosts/testing'
import type { ProjectId } from '@teamlore/shared'
import type { HostProposals } from '@teamlore/shared/host-proposals'
import { grantSystemScope } from '../../identity/teams/team-scope.ts'
import {
  makeGetAgentsMdPullRequest,
  makeRemoveAgentsMdPullRequest,
  makeSetAgentsMdPullRequest,
} from '../agents-md-switch.ts'
import { makeProposeAgentsMd } from '../propose-agents-md.ts'
import { createHostedWorld } from './hosted-world.ts'

export const BRANCH = 'teamlore/agents-md'

/** A team whose app may write, with what it proposes for the AGENTS.md of its project. */
export const createProposingWorld = async (database: TestDatabase, github: GitHubStandIn) => {
  github.state.app.permissions = {
    metadata: 'read',
    contents: 'write',
    pull_requests: 'write',
    checks: 'write',
  }
  const world = await createHostedWorld(database, github)
  await world.read()
  const repository = world.harbourRepository
  const { git } = repository
  const project = world.harbour as ProjectId
  const scope = grantSystemScope(world.admin.teamId)
  const fileOn = (branch: string, path = 'AGENTS.md') =>
    git.commits[git.branches[branch] ?? '']?.files[path]?.text
  const propose = (host: Partial<HostProposals> = {}) =>
    makeProposeAgentsMd({
      ...world.deps,
      host: { ...world.deps.hosts.github, ...host },
      wording: agentsMdProposal,
    })(scope, { projectId: project })
  return {
    ...world,
    host: world.deps.hosts.github,
    repository,
    git,
    project,
    fileOn,
    propose,
    switchOn: (path: 'AGENTS.md' | 'CLAUDE.md' = 'AGENTS.md') =>
      makeSetAgentsMdPullRequest(world.deps)(world.admin, { id: project, path }),
    switchOnFor: (id: string) =>
      makeSetAgentsMdPullRequest(world.deps)(world.admin, { id, path: 'AGENTS.md' }),
    switchOff: () => makeRemoveAgentsMdPullRequest(world.deps)(world.admin, { id: project }),
    status: () => makeGetAgentsMdPullRequest(world.deps)(world.admin, { id: project }),
    /** An hour later, so that it may be written to again. */
    proposeLater: async (host: Partial<HostProposals> = {}) => {
      world.later(61 * 60_000)
      await propose(host)
    },
    edit: (
      files: Parameters<typeof commitAs>[2],
      branch = 'main',
      author?: { id: number; login: string; type: string },
    ) => commitAs(git, branch, files, author),
    proposals: () => repository.pullRequests.filter(({ branch }) => branch === BRANCH),
    /** As the button of the host does. */
    merge: () => {
      const [last] = repository.pullRequests.filter(({ branch }) => branch === BRANCH).slice(-1)
      if (last === undefined) throw new Error('There is none to merge.')
      const text = fileOn(BRANCH) ?? ''
      last.state = 'closed'
      last.merged = true
      last.head = git.branches[BRANCH] ?? ''
      commitAs(
        git,
        'main',
        { 'AGENTS.md': text },
        { id: 90_000, login: 'teamlore-test[bot]', type: 'Bot' },
      )
    },
    posts: () =>
      github.state.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/pulls'))
        .length,
  }
}

export type ProposingWorld = Awaited<ReturnType<typeof createProposingWorld>>
