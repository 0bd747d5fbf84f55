import { setTimeout as delay } from 'node:timers/promises'

/** Over this time it is looked how much of it sessions were coming in. */
const WINDOW_MS = 2_000
/** Of that time; beyond it background work waits. */
const BUSY = 0.5
/** How long a piece of background work waits at most, unless it says less: a stream that never ends does not keep everything from being done. */
const LONGEST_MS = 5_000
const LOOK_MS = 100

type Times = {
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
  sleep: (ms: number) => Promise<unknown>
}

export type Traffic = {
  /** Counts as sessions coming in, for as long as it takes. */
  during<T>(work: () => Promise<T>): Promise<T>
  /** Resolves when sessions have come in for less than half of the last moment, or after it was waited long enough. */
  calm(signal?: AbortSignal, atMostMs?: number): Promise<void>
}

const realTimes: Times = {
  clock: () => performance.now(),
  sleep: (ms) => delay(ms, undefined, { ref: false }),
}

/**
 * Makes background work let people go first. In one process all of it shares two or four cores and, embedded, the
 * one session of the database: distilling and embedding took more than half of a first import, which somebody waits for.
 */
export const createTraffic = ({ clock, sleep }: Times = realTimes): Traffic => {
  let under = 0
  let load = 0
  let lookedAt = clock()

  /** The share of time, the latest counting most. */
  const currentLoad = (): number => {
    const now = clock()
    const kept = Math.exp(-(now - lookedAt) / WINDOW_MS)
    load = load * kept + (under > 0 ? 1 - kept : 0)
    lookedAt = now
    return load
  }

  return {
    during: async (work) => {
      currentLoad()
      under++
      try {
        return await work()
      } finally {
        currentLoad()
        under--
      }
    },
    calm: async (signal, atMostMs = LONGEST_MS) => {
      const until = clock() + Math.min(LONGEST_MS, atMostMs)
      while (currentLoad() > BUSY && clock() < until && signal?.aborted !== true)
        await sleep(LOOK_MS)
    },
  }
}
