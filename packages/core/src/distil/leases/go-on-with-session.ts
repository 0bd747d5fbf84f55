import { distilByAsking } from '../model/distil-by-model.ts'
import { readByAsking } from '../reader/read-handed-over.ts'
import { GROWN, type LeaseDeps, type OfSession, type Went } from './lease.types.ts'
import { askAboutSession } from './questions.ts'

/** Rules distil a session while it comes in, which changes its row; who reads once more is not overtaken by that. */
const TRIES = 2

/** Reads what the agent of a session handed over, and distils the session. */
export const goOnWithSession = async (
  { unitOfWork, ids }: LeaseDeps,
  { scope, sessionId, signal }: OfSession,
): Promise<Went> => {
  const ask = askAboutSession({ unitOfWork, scope }, sessionId)
  const deps = ids === undefined ? { unitOfWork } : { unitOfWork, ids }
  // What its agent handed over comes first: it is little, and it is what the session found.
  const read = await readByAsking({ unitOfWork, scope, sessionId, signal }, ask.reader)
  if (read.state === 'done' && read.promptsLeft <= 0)
    return { state: 'done', reason: null, findings: read.confirmed }
  for (let tries = 0; tries < TRIES; tries++) {
    const outcome = await distilByAsking(deps, { scope, sessionId, signal }, ask)
    if (outcome.state === 'gone') break
    if (outcome.state === 'overtaken') continue
    return { state: 'done', reason: null, findings: outcome.observations }
  }
  return GROWN
}
