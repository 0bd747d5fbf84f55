/** `first`: somebody waits for it. `background`: nobody does. */
export type Lane = 'first' | 'background'

export type Turns = {
  /** Resolves when it is their turn; all others wait until `release`, and what was asked for behind it. */
  take(lane: Lane): Promise<() => void>
}

/**
 * Background work goes before people once it has waited so long, so that people without end do not keep everything from being
 * done. The time of other background work is not waiting: however much of it there is, people have so long between two of its turns.
 */
const PATIENCE_MS = 500

type Waiting = { since: number; call: () => void }

/** Turns on the one session of a database: people before background work, else in the order in which they were asked for. */
export const createTurns = (clock: () => number = () => performance.now()): Turns => {
  const waiting: Record<Lane, Waiting[]> = { first: [], background: [] }
  let isTaken = false
  /** When the last turn of background work ended. */
  let restedSince = Number.NEGATIVE_INFINITY

  const next = (): Waiting | undefined => {
    const [patient] = waiting.background
    const isLate =
      patient !== undefined && clock() - Math.max(patient.since, restedSince) >= PATIENCE_MS
    return isLate
      ? waiting.background.shift()
      : (waiting.first.shift() ?? waiting.background.shift())
  }

  const once = (lane: Lane): (() => void) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      if (lane === 'background') restedSince = clock()
      const called = next()
      if (called === undefined) isTaken = false
      else called.call()
    }
  }

  return {
    take: async (lane) => {
      if (isTaken)
        await new Promise<void>((resolve) => {
          waiting[lane].push({ since: clock(), call: resolve })
        })
      isTaken = true
      return once(lane)
    },
  }
}
