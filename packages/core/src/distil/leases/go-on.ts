import type { HeldLease, LeaseEnd, UnitOfWork } from '@teamlore/db'
import type { newId } from '@teamlore/shared'
import type { DistilQuestion } from '@teamlore/shared/distil-leases'
import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { distilByAsking } from '../model/distil-by-model.ts'
import type { SummaryIds } from '../model/write-model-summaries.ts'
import { readByAsking } from '../reader/read-handed-over.ts'
import type { ClaimIds } from '../write-claims.ts'
import { askKept, OpenQuestionError } from './questions.ts'

export type LeaseDeps = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  ids?: ClaimIds & SummaryIds & Pick<typeof newId, 'event'>
}

/** How far a lease has come: to a question, or to its end. */
export type Progress =
  | { state: 'next'; question: DistilQuestion; expiresAt: string }
  | { state: 'done' | 'released'; findings: number | null }

/** Rules distil a session while it comes in, which changes its row; who reads once more is not overtaken by that. */
const TRIES = 2

/**
 * Reads what the agent of a session handed over, and distils the session, as far as its questions were answered. At the first one that was not, it stays leased; after the last one
 * what was found is checked and written as a provider's answer is.
 */
export const goOn = async (
  { unitOfWork, ids }: LeaseDeps,
  scope: TeamScope<'member'>,
  lease: Pick<HeldLease, 'id' | 'sessionId'>,
  signal?: AbortSignal,
): Promise<Progress> => {
  const { id, sessionId } = lease
  const ask = askKept({ unitOfWork, scope, sessionId })
  const end = (how: LeaseEnd) =>
    unitOfWork.inTeam(scope, ({ distilLeases }) => distilLeases.end(id, how))
  const deps = ids === undefined ? { unitOfWork } : { unitOfWork, ids }
  try {
    // What its agent handed over comes first: it is little, and it is what the session found.
    const read = await readByAsking({ unitOfWork, scope, sessionId, signal }, ask.reader)
    if (read.state === 'done' && read.promptsLeft <= 0) {
      await end({ state: 'done', reason: null, findings: read.confirmed })
      return { state: 'done', findings: read.confirmed }
    }
    for (let tries = 0; tries < TRIES; tries++) {
      const outcome = await distilByAsking(deps, { scope, sessionId, signal }, ask)
      if (outcome.state === 'gone') break
      if (outcome.state === 'overtaken') continue
      const findings = outcome.observations
      await end({ state: 'done', reason: null, findings })
      return { state: 'done', findings }
    }
  } catch (error) {
    if (!(error instanceof OpenQuestionError)) throw error
    const { question } = error
    const expiresAt = await unitOfWork.inTeam(scope, ({ distilLeases }) =>
      distilLeases.open(id, question.id),
    )
    if (expiresAt !== undefined) return { state: 'next', question, expiresAt }
  }
  await end({ state: 'released', reason: 'grown', findings: null })
  return { state: 'released', findings: null }
}
