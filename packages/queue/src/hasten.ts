import type { QueueBackend } from './backends/backend.ts'
import type { JobTable } from './define-job.ts'
import { jobs } from './jobs.ts'
import { lockMsOf } from './lock-duration.ts'

/** Clocks of several processes may differ by so much. */
const SLACK_MS = 60_000
const AT_ONCE = 1_000

/**
 * Undoes what a clock did that was ahead: jobs put off until a time counted from there are run, and those of a process that was
 * killed then are free to be taken again. Else they would wait until the clock gets there, and all else of their keys with them.
 *
 * @returns how many were put off.
 */
export type Hasten = (now: number) => Promise<number>

export const createHastenFor =
  (backend: QueueBackend, table: JobTable): Hasten =>
  async (now) => {
    // Beyond any lock that a clock which goes right would give, with some slack.
    await backend.releaseHeldBeyond(now + lockMsOf(backend) + 2 * SLACK_MS)
    let count = 0
    for (const name of Object.keys(table))
      for (const job of await backend.queue(name).getDelayed(0, AT_ONCE - 1)) {
        if (Math.max(job.timestamp, job.processedOn ?? 0) <= now + SLACK_MS) continue
        await job.promote()
        count++
      }
    return count
  }

export const createHasten = (backend: QueueBackend): Hasten => createHastenFor(backend, jobs)
