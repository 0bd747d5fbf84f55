import type { UnitOfWork } from '@teamlore/db'
import type { Job } from '@teamlore/queue'
import type { SessionId } from '@teamlore/shared'

type Sweep = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]['sweep']

type Options = {
  /** Messages looked through at once, so that the embedded database, which has one session, is not held up. */
  messages?: number
  /** From the beginning of one round to that of the next: how often a session that cannot be mended is tried. */
  roundMs?: number
  /** Not set back by a clock that is put right. */
  now?: () => number
}

const MESSAGES = 25_000
const ROUND_MS = 60 * 60_000

/**
 * Goes through all sessions, a portion at each call, for those of which rows of the search index are lost, and then rests until
 * the next round. Each process goes its own round: jobs of one session are one job, and one that is done finds nothing to do.
 */
export const createLostSweep = ({
  messages = MESSAGES,
  roundMs = ROUND_MS,
  now = () => performance.now(),
}: Options = {}): ((sweep: Pick<Sweep, 'sessionsNotIndexed'>) => Promise<Job[]>) => {
  let after: SessionId | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  return async (sweep) => {
    if (after === null) {
      if (now() - begunAt < roundMs) return []
      begunAt = now()
    }
    const { lost, last } = await sweep.sessionsNotIndexed({ after, messages })
    after = last
    return lost.map(({ teamId, sessionId }) => ({
      name: 'index-messages',
      payload: { team_id: teamId, session_id: sessionId },
    }))
  }
}
