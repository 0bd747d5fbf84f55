import { conclude, type OutcomeDeps, type OutcomeWork } from './conclude-outcome.ts'
import { numberReverted } from './number-reverted.ts'
import { takeBack } from './take-back.ts'

const OUTCOMES = { open: 'open', merged: 'merged', closed: 'rejected' } as const

/**
 * Draws conclusions from what became of a pull request: merged, closed without that, opened again, or the taking back of another. Once
 * for each change of it. Of one that was closed before any of its commits was here, again when there may be more.
 */
export const noteOutcome = async (deps: OutcomeDeps, work: OutcomeWork): Promise<void> => {
  const { held, place, pullRequest, scope } = work
  const { number, outcome } = held
  const state = OUTCOMES[pullRequest.state]
  const isNoted = outcome === state || (outcome === 'reverted' && state === 'merged')
  const isNothing = outcome === null && state === 'open'
  if (isNothing || (isNoted && (state !== 'rejected' || held.outcomeCommits > 0))) return
  // Anybody may propose all that a fork or another branch holds, and close it: that says nothing of its commits.
  const isNews = state !== 'rejected' || pullRequest.isOwnProposal
  const outcomeCommits = isNews ? await conclude(deps, work, { of: pullRequest, number, state }) : 0
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
