import type { UnitOfWork } from '@teamlore/db'
import type { Job } from '@teamlore/queue'

type Sweep = Parameters<Parameters<UnitOfWork['asSystem']>[0]>[0]['sweep']

/**
 * Looks through the portion that comes after `after`: small enough that the embedded database, which has one session, is not held
 * up. `last` is null when there was nothing left.
 */
export type LookForLost<Id extends string> = (
  sweep: Sweep,
  after: Id | null,
) => Promise<{ jobs: Job[]; last: Id | null }>

type Options = {
  /** From the beginning of one round to that of the next: how often what cannot be repaired is tried. */
  roundMs?: number
  /** Not set back by a clock that is put right. */
  now?: () => number
}

const ROUND_MS = 60 * 60_000

/**
 * Goes through everything, a portion at each call, for that of which rows of the search index are lost, and then rests until the
 * next round. Each process goes its own round: jobs of one key are one job, and one that is done finds nothing to do.
 */
export const createLostSweep = <Id extends string>(
  look: LookForLost<Id>,
  { roundMs = ROUND_MS, now = () => performance.now() }: Options = {},
): ((sweep: Sweep) => Promise<Job[]>) => {
  let after: Id | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  return async (sweep) => {
    if (after === null) {
      if (now() - begunAt < roundMs) return []
      begunAt = now()
    }
    const { jobs, last } = await look(sweep, after)
    after = last
    return jobs
  }
}
