import type { QueueBackend } from './backends/backend.ts'
import type { JobTable } from './define-job.ts'

/** What BullMQ says of a job that lost its worker once too often, on every backend. */
const LOST = 'job stalled more than allowable limit'

/** How many dead jobs of a name are looked through. */
const SCAN = 1_000

/** How long what was read of them may be used. */
const KNOWN_MS = 2_000

/** Kept with a job that somebody had tried again, so that its place is free before it is removed. */
export const RETRIED = 'retried'

export const isLostReason = (reason: string | undefined): boolean => reason === LOST

export const SET_ASIDE_REASON =
  'Its worker was lost twice while it ran: the process was killed, ran out of memory or hung. It is set aside until somebody has it tried again.'

/**
 * Jobs that lost their worker twice. Sweeps and events publish a job of the same key anew, since the key of a dead job is free; it
 * must not run as long as a person has not decided, or it would take the process down again after every start.
 */
export const createSetAside = (backend: QueueBackend, table: JobTable) => {
  const known = new Map<string, { until: number; keys: Promise<ReadonlySet<string>> }>()

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

  const keysOf = (name: string): Promise<ReadonlySet<string>> => {
    const found = known.get(name)
    if (found !== undefined && found.until > performance.now()) return found.keys
    const keys = read(name)
    known.set(name, { until: performance.now() + KNOWN_MS, keys })
    keys.catch(() => known.delete(name))
    return keys
  }

  return {
    holds: async (name: string, payload: Record<string, unknown>): Promise<boolean> => {
      const key = table[name]?.key(payload) ?? ''
      if (!(await keysOf(name)).has(key)) return false
      // Somebody may have had it tried again since.
      known.delete(name)
      return (await keysOf(name)).has(key)
    },
  }
}
