import type { HeldPullRequest, RepositoryProject, UnitOfWork } from '@teamlore/db'
import { newId } from '@teamlore/shared'
import {
  type CodeHost,
  HostError,
  type HostPlace,
  type HostPullRequest,
} from '@teamlore/shared/code-hosts'
import type { PullRequestOutcome } from '@teamlore/shared/integrations'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import type { NotePullRequest } from '../outcomes/note-pull-request.ts'
import { numberReverted } from './number-reverted.ts'

type Deps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  host: Pick<CodeHost, 'pullRequest' | 'changes' | 'pullRequestsOf'>
  notePullRequest: NotePullRequest
  now: () => Date
}

type Work = {
  scope: SystemScope
  held: HeldPullRequest
  place: HostPlace
  pullRequest: HostPullRequest
  project: RepositoryProject
}

const WHOLE = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

const OUTCOMES = { open: 'open', merged: 'merged', closed: 'rejected' } as const

/** As a person or a bot would report it. The reason why is for sessions to say. */
const conclude = async (
  { host, notePullRequest }: Deps,
  { scope, place, project }: Work,
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

const found = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof HostError && error.failure === 'gone') return undefined
    throw error
  }
}

/**
 * What a merged pull request takes back was tried and given up. Where that was itself the taking back of another, the other is in again,
 * and what took it back is nothing to warn of.
 */
const takeBack = async (deps: Deps, work: Work, number: number): Promise<void> => {
  const { unitOfWork, host, now } = deps
  const { scope, held, place } = work
  const of = await found(host.pullRequest(place, number))
  if (of === undefined || of.state !== 'merged') return
  const { commits } = await host.changes(place, number)
  const first = await numberReverted(host, place, { number, pullRequest: of, commits })
  const note = (one: number, outcome: PullRequestOutcome) => {
    const { integrationId, repositoryId } = held
    const id = newId.pullRequest()
    return unitOfWork.inTeam(scope, ({ pullRequests }) =>
      pullRequests.noteOutcomeOf(
        { integrationId, repositoryId, number: one },
        { id, outcome, at: now() },
      ),
    )
  }
  if (first === null) await conclude(deps, work, { of, number, state: 'reverted' })
  else {
    const again = await found(host.pullRequest(place, first))
    if (again !== undefined) {
      await conclude(deps, work, { of: again, number: first, state: 'merged' })
      await note(first, 'merged')
    }
  }
  await note(number, 'reverted')
}

/**
 * Draws conclusions from what became of a pull request: merged, closed without that, opened again, or the taking back of another. Once
 * for each change of it. Of one that was closed before any of its commits was here, again when there may be more.
 */
export const noteOutcome = async (deps: Deps, work: Work): Promise<void> => {
  const { held, place, pullRequest, scope } = work
  const { number, outcome } = held
  const state = OUTCOMES[pullRequest.state]
  const isNoted = outcome === state || (outcome === 'reverted' && state === 'merged')
  const isNothing = outcome === null && state === 'open'
  if (isNothing || (isNoted && (state !== 'rejected' || held.outcomeCommits > 0))) return
  // Anybody may propose all that a fork or another branch holds, and close it: that says nothing of its commits.
  const isNews = state !== 'rejected' || pullRequest.isOwnProposal
  const outcomeCommits = isNews
    ? await conclude(deps, work, { of: pullRequest, number, state })
    : 0
  let reverts: number | null = null
  if (state === 'merged') {
    const { commits } = await deps.host.changes(place, number)
    reverts = await numberReverted(deps.host, place, { number, pullRequest, commits })
    if (reverts !== null) await takeBack(deps, work, reverts)
  }
  await deps.unitOfWork.inTeam(scope, ({ pullRequests }) =>
    pullRequests.noteOutcome(held.id, { outcome: state, outcomeCommits, reverts }),
  )
}
