import type { JobCounts } from '@teamlore/queue'

export type Liveness = { isAlive: boolean; reasons: string[] }

/** Silence after which something is taken for stuck. */
const LIMITS = { relayMs: 30_000, reportMs: 30_000, idleMs: 60_000 } as const

/**
 * Whether jobs are being picked up, not merely whether the process exists: the outbox is read, the queue answers, and
 * what waits gets a worker.
 */
export const createLiveness = (now: () => number = Date.now) => {
  const started = now()
  let relayed = started
  let reported = started
  let isClosing = false
  /** Since when jobs have been waiting while none was being worked on. */
  let stuckSince: number | undefined
  return {
    relayed: () => {
      relayed = now()
    },
    closing: () => {
      isClosing = true
    },
    reported: (counts: Record<string, Pick<JobCounts, 'waiting' | 'active'>>) => {
      reported = now()
      const all = Object.values(counts)
      const waits = all.some(({ waiting }) => waiting > 0)
      const works = all.some(({ active }) => active > 0)
      if (!waits || works) stuckSince = undefined
      else stuckSince ??= now()
    },
    /** A job began or ended here. */
    worked: () => {
      stuckSince = undefined
    },
    check: (): Liveness => {
      const reasons = [
        isClosing && 'shutting down',
        now() - relayed > LIMITS.relayMs && 'the outbox is not being read',
        now() - reported > LIMITS.reportMs && 'the queue does not answer',
        stuckSince !== undefined &&
          now() - stuckSince > LIMITS.idleMs &&
          'jobs wait and none is picked up',
      ].filter((reason) => reason !== false)
      return { isAlive: reasons.length === 0, reasons }
    },
  }
}

export type WorkerLiveness = ReturnType<typeof createLiveness>
