import type { QueueBackend } from './backends/backend.ts'
import type { JobTable } from './define-job.ts'
import { jobs } from './jobs.ts'

/** Clocks of several processes may differ by so much. */
const SLACK_MS = 60_000
const AT_ONCE = 1_000

/**
 * Has delayed jobs run that came in at a time which is still to come: the clock was ahead then, and theirs would be when it
 * gets there again. Until then nothing else of their keys would be done either.
 *
 * @returns how many there were.
 */
export type Hasten = (now: number) => Promise<number>

export const createHastenFor =
  (backend: QueueBackend, table: JobTable): Hasten =>
  async (now) => {
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
