/** `first`: somebody waits for it. `background`: nobody does. */
export type Lane = 'first' | 'background'

export type Turns = {
  /** Resolves when it is their turn; all others wait until `release`, and what was asked for behind it. */
  take(lane: Lane): Promise<() => void>
}

/** Background work goes before people once it has waited so long, so that people without end do not keep everything from being done. */
const PATIENCE_MS = 500

type Waiting = { since: number; call: () => void }

/** Turns on the one session of a database: people before background work, else in the order in which they were asked for. */
export const createTurns = (clock: () => number = () => performance.now()): Turns => {
  const waiting: Record<Lane, Waiting[]> = { first: [], background: [] }
  let isTaken = false

  const next = (): Waiting | undefined => {
    const [patient] = waiting.background
    const isLate = patient !== undefined && clock() - patient.since >= PATIENCE_MS
    return isLate
      ? waiting.background.shift()
      : (waiting.first.shift() ?? waiting.background.shift())
  }

  const once = (): (() => void) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
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
      return once()
    },
  }
}
