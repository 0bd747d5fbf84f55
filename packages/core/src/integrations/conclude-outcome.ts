import type { HeldPullRequest, RepositoryProject, UnitOfWork } from '@teamlore/db'
import type { CodeHost, HostPlace, HostPullRequest } from '@teamlore/shared/code-hosts'
import type { PullRequestOutcome } from '@teamlore/shared/integrations'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { NotePullRequest } from '../outcomes/note-pull-request.ts'

export type OutcomeDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  host: Pick<CodeHost, 'pullRequest' | 'changes' | 'pullRequestsOf'>
  notePullRequest: NotePullRequest
  now: () => Date
}

export type OutcomeWork = {
  scope: SystemScope
  held: HeldPullRequest
  place: HostPlace
  pullRequest: HostPullRequest
  project: RepositoryProject
}

const WHOLE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** As a person or a bot would report it. The reason why is for sessions to say. @returns how many of its commits are here. */
export const conclude = async (
  { host, notePullRequest }: OutcomeDeps,
  { scope, place, project }: OutcomeWork,
  { of, number, state }: { of: HostPullRequest; number: number; state: PullRequestOutcome },
): Promise<number> => {
  const { commits } = await host.changes(place, number)
  const shas = [...commits.map(({ sha }) => sha), ...(of.mergeCommit ? [of.mergeCommit] : [])]
  const { commits: known } = await notePullRequest(scope, {
    project: project.id,
    number,
    url: of.url,
    title: of.title.slice(0, 300) || `#${number}`,
    state,
    commits: shas.filter((sha) => WHOLE.test(sha)).slice(0, 500),
    reason: '',
  })
  return known
}
