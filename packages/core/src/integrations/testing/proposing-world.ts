import { agentsMdProposal } from '@teamlore/bots'
import type { TestDatabase } from '@teamlore/db/testing'
import { commitAs, type HostStandIn } from '@teamlore/hosts/testing'
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
export const createProposingWorld = async (database: TestDatabase, standIn: HostStandIn) => {
  standIn.allow({ write: true })
  const world = await createHostedWorld(database, standIn)
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
      hosts: {
        ...world.deps.hosts,
        [standIn.kind]: { ...world.deps.hosts[standIn.kind], ...host },
      },
      wording: agentsMdProposal,
    })(scope, { projectId: project })
  return {
    ...world,
    host: world.deps.hosts[standIn.kind],
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
    /** Somebody who commits; 0: the host knows no account of theirs. */
    account: (id: number) => standIn.author(id),
    /** Signs in with an account of the host. */
    signsIn: (id: number, userId: string = world.scope.userId) =>
      world.stored(`insert into teamlore.identities (provider, issuer, subject, user_id, created_at, last_used_at)
        values ('${standIn.kind}', '${standIn.webUrl}', '${id}', '${userId}', now(), now()) returning 1`),
    /** Who the drafts are of, the oldest first. */
    authorsOfDrafts: async () =>
      (
        await world.stored<{ author_id: string | null }>(
          `select author_id from teamlore.memories where status = 'draft' and team_id = '${world.admin.teamId}' order by id`,
        )
      ).map((row) => row.author_id),
    proposals: () => repository.pullRequests.filter(({ branch }) => branch === BRANCH),
    /** As the button of the host does. */
    merge: () => {
      const [last] = repository.pullRequests.filter(({ branch }) => branch === BRANCH).slice(-1)
      if (last === undefined) throw new Error('There is none to merge.')
      const text = fileOn(BRANCH) ?? ''
      last.state = 'closed'
      last.merged = true
      last.head = git.branches[BRANCH] ?? ''
      commitAs(git, 'main', { 'AGENTS.md': text }, standIn.author())
    },
    posts: () =>
      standIn.state.asked.filter(
        ({ method, path }) => method === 'POST' && standIn.routes.proposing.path.test(path),
      ).length,
  }
}

export type ProposingWorld = Awaited<ReturnType<typeof createProposingWorld>>
