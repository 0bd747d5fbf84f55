import type { UnitOfWork } from '@teamlore/db'
import type { ProjectId, SessionId } from '@teamlore/shared'
import type { SystemScope } from '../identity/teams/team-scope.ts'
import { markedTexts, passagesOfEntry } from '../text/agents-md-marker.ts'
import { createEchoGuard, type EchoGuard } from './echo-guard.ts'

type Reading = {
  unitOfWork: Pick<UnitOfWork, 'inTeam'>
  scope: SystemScope
  signal?: AbortSignal | undefined
}

/** Messages read by one statement. Between two of them others have their turn, and a job can be ended. */
const SLICE = 500
/** Texts of one session that are compared with. */
const MAX_TEXTS = 60
/** Calls whose result has not come yet; the oldest are forgotten. */
const MAX_OPEN_CALLS = 200

/**
 * Knows what was put before the agents of these sessions: by the project's own files, by tools that inject, and by Teamlore. What was
 * exported to a project's AGENTS.md is among it, wherever a session has it from.
 */
export const readEchoGuard = async (
  reading: Reading,
  { projectId, sessions }: { projectId: ProjectId | null; sessions: readonly SessionId[] },
): Promise<EchoGuard> => {
  const texts = await reading.unitOfWork.inTeam(
    reading.scope,
    async ({ memorySources, agentsMd }) => [
      ...(await agentsMd.exportedTexts(projectId)).map(passagesOfEntry),
      ...(await memorySources.guidesOf(projectId)),
    ],
  )
  for (const sessionId of sessions) texts.push(...(await textsGivenIn(reading, sessionId)))
  return createEchoGuard(texts)
}

const textsGivenIn = async (
  { unitOfWork, scope, signal }: Reading,
  sessionId: SessionId,
): Promise<string[]> => {
  const texts: string[] = []
  let calls: string[] = []
  let after = -1
  for (;;) {
    signal?.throwIfAborted()
    const last = await unitOfWork.inTeam(scope, async ({ memorySources }) => {
      const end = await memorySources.endOfSlice(sessionId, { after, messages: SLICE })
      if (end === undefined) return undefined
      const slice = { after, last: end }
      const called = await memorySources.callsForTexts(sessionId, slice)
      calls = [...calls, ...called].slice(-MAX_OPEN_CALLS)
      const marked = await memorySources.markedTexts(sessionId, slice)
      texts.push(...marked.flatMap(markedTexts).map(passagesOfEntry).slice(0, MAX_TEXTS))
      const limit = Math.max(0, MAX_TEXTS - texts.length)
      texts.push(...(await memorySources.textsGiven(sessionId, { ...slice, calls, limit })))
      return end
    })
    if (last === undefined || texts.length >= MAX_TEXTS) return texts
    after = last
  }
}
