import type { SessionId } from '@teamlore/shared'
import type { LookForLost } from './lost-sweep.ts'

/** @param options.messages how many are looked through at once. */
export const lookForLostSessions =
  ({ messages = 25_000 }: { messages?: number } = {}): LookForLost<SessionId> =>
  async (sweep, after) => {
    const { lost, last } = await sweep.sessionsNotIndexed({ after, messages })
    const jobs = lost.map(({ teamId, sessionId }) => ({
      name: 'index-messages' as const,
      payload: { team_id: teamId, session_id: sessionId },
    }))
    return { jobs, last }
  }
