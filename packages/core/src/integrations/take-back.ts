import { newId } from '@teamlore/shared'
import { HostError, type HostPullRequest } from '@teamlore/shared/code-hosts'
import type { PullRequestOutcome } from '@teamlore/shared/integrations'
import { conclude, type OutcomeDeps, type OutcomeWork } from './conclude-outcome.ts'
import { numberReverted } from './number-reverted.ts'

/** Nobody takes the same thing back more often. */
const MAX_DEEP = 10

type Merged = { number: number; of: HostPullRequest }

const found = async <T>(asked: Promise<T>): Promise<T | undefined> => {
  try {
    return await asked
  } catch (error) {
    if (error instanceof HostError && error.failure === 'gone') return undefined
    throw error
  }
}

/** From one down to what it takes back, and what that took back, as far as each was merged. Texts may name each other in a circle. */
const chainFrom = async (
  { host }: OutcomeDeps,
  { place, held }: OutcomeWork,
  first: number,
): Promise<Merged[]> => {
  const chain: Merged[] = []
  const known = new Set([held.number])
  let next: number | null = first
  while (next !== null && chain.length < MAX_DEEP && !known.has(next)) {
    const number: number = next
    known.add(number)
    const of = await found(host.pullRequest(place, number))
    if (of === undefined || of.state !== 'merged') break
    chain.push({ number, of })
    const { commits } = await host.changes(place, number)
    next = await numberReverted(host, place, { number, pullRequest: of, commits })
  }
  return chain
}

/**
 * What a merged pull request takes back was tried and given up. Where that was itself the taking back of another, the other is in
 * again, and what took it back is nothing to warn of; and so on down to the first.
 */
export const takeBack = async (
  deps: OutcomeDeps,
  work: OutcomeWork,
  first: number,
): Promise<void> => {
  const { integrationId, repositoryId } = work.held
  const chain = await chainFrom(deps, work, first)
  for (const [index, { number, of }] of chain.entries()) {
    const outcome: PullRequestOutcome = index % 2 === 0 ? 'reverted' : 'merged'
    const isFirst = index === chain.length - 1 && chain.length < MAX_DEEP
    if (outcome === 'merged' || isFirst) await conclude(deps, work, { of, number, state: outcome })
    await deps.unitOfWork.inTeam(work.scope, ({ pullRequests }) =>
      pullRequests.noteOutcomeOf(
        { integrationId, repositoryId, number },
        { id: newId.pullRequest(), outcome, at: deps.now() },
      ),
    )
  }
}
