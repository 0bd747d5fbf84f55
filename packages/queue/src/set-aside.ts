import type { QueueBackend } from './backends/backend.ts'
import type { JobTable } from './define-job.ts'

/** What BullMQ says of a job that lost its worker once too often, on every backend. */
const LOST = 'job stalled more than allowable limit'

/** How many dead jobs of a name are looked through. */
const SCAN = 1_000

/** Kept with a job that somebody had tried again, so that its place is free before it is removed. */
export const RETRIED = 'retried'

export const isLostReason = (reason: string | undefined): boolean => reason === LOST

export const SET_ASIDE_REASON =
  'Its worker was lost twice while it ran: the process was killed, ran out of memory or hung. It is set aside until somebody has it tried again.'

/**
 * Jobs that lost their worker twice. Sweeps and events publish a job of the same key again, since the key of a dead job is free; it
 * must not run as long as a person has not decided, or it would take the process down again after every start.
 */
export const createSetAside = (backend: QueueBackend, table: JobTable) => {
  const read = async (name: string): Promise<ReadonlySet<string>> => {
    const definition = table[name]
    const failed = await backend.queue(name).getFailed(0, SCAN - 1)
    const keys = failed.flatMap((job) => {
      if (!isLostReason(job.failedReason) || job.progress === RETRIED) return []
      const payload = definition?.payload.safeParse(job.data)
      return payload?.success ? [definition?.key(payload.data) ?? ''] : []
    })
    return new Set(keys)
  }

  return {
    // Read each time: kept, it would let a job through that was published right after the other was set aside.
    holds: async (name: string, payload: Record<string, unknown>): Promise<boolean> =>
      (await read(name)).has(table[name]?.key(payload) ?? ''),
  }
}
