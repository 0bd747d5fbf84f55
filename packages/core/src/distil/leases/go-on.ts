import type { TeamScope } from '../../identity/teams/team-scope.ts'
import { goOnWithMemory } from './go-on-with-memory.ts'
import { goOnWithSession } from './go-on-with-session.ts'
import {
  type GoingOn,
  GROWN,
  type Lease,
  type LeaseDeps,
  type Progress,
  type Went,
} from './lease.types.ts'
import { OpenQuestionError } from './questions.ts'

/**
 * Goes on with what is leased as far as its questions were answered. At the first one that was not, it stays leased; after the last
 * one what came of it is checked and written as a provider's answer is.
 */
export const goOn = async (
  deps: LeaseDeps,
  scope: TeamScope<'member'>,
  lease: Lease,
  signal?: AbortSignal,
): Promise<Progress> => {
  const { unitOfWork } = deps
  const { id } = lease
  let went: Went = GROWN
  try {
    went = await go(deps, { scope, signal }, lease)
  } catch (error) {
    if (!(error instanceof OpenQuestionError)) throw error
    const { question } = error
    const expiresAt = await unitOfWork.inTeam(scope, ({ distilLeases }) =>
      distilLeases.open(id, question.id),
    )
    if (expiresAt !== undefined) return { state: 'next', question, expiresAt }
  }
  await unitOfWork.inTeam(scope, ({ distilLeases }) => distilLeases.end(id, went))
  return { state: went.state, findings: went.findings }
}

const go = async (
  deps: LeaseDeps,
  going: GoingOn,
  { sessionId, memoryId }: Lease,
): Promise<Went> => {
  if (sessionId !== null) return goOnWithSession(deps, { ...going, sessionId })
  return memoryId === null ? GROWN : goOnWithMemory(deps, { ...going, memoryId })
}
