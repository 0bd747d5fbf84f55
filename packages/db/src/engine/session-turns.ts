/** `first`: a person waits for it. `machines`: what machines send. `background`: nobody waits for it. */
export type Lane = 'first' | 'machines' | 'background'

export type Turns = {
  /** Resolves when it is their turn; all others wait until `release`, and what was asked for behind it. */
  take(lane: Lane): Promise<() => void>
}

/**
 * Other work goes before people once it has waited so long, so that people without end do not keep everything from being
 * done. The time of other such work is not waiting: however much of it there is, people have so long between two of its turns,
 * and longer the longer its last turn was.
 */
const PATIENCE_MS = 500
/** So many times its last turn, so that people who come without end keep most of the time. */
const SHARE = 3
const LONGEST_PATIENCE_MS = 5_000

type Waiting = { since: number; call: () => void }
type Behind = Exclude<Lane, 'first'>

const atLeast = (ms: number): number =>
  Math.min(LONGEST_PATIENCE_MS, Math.max(PATIENCE_MS, SHARE * ms))

/**
 * Turns on the one session of a database: people first, then machines and background work by turns, each in the order in
 * which they were asked for.
 */
export const createTurns = (clock: () => number = () => performance.now()): Turns => {
  const waiting: Record<Lane, Waiting[]> = { first: [], machines: [], background: [] }
  let isTaken = false
  let since = 0
  /** When the last turn of anything but people ended, whose it was, and how long people have after it. */
  let restedSince = Number.NEGATIVE_INFINITY
  let lastBehind: Behind = 'background'
  let patience = PATIENCE_MS

  const nextBehind = (): Waiting[] => {
    const [one, other]: [Behind, Behind] =
      lastBehind === 'background' ? ['machines', 'background'] : ['background', 'machines']
    return waiting[one].length > 0 ? waiting[one] : waiting[other]
  }

  const next = (): Waiting | undefined => {
    const behind = nextBehind()
    const [patient] = behind
    const isLate =
      patient !== undefined && clock() - Math.max(patient.since, restedSince) >= patience
    return isLate ? behind.shift() : (waiting.first.shift() ?? behind.shift())
  }

  const once = (lane: Lane): (() => void) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      if (lane !== 'first') {
        restedSince = clock()
        lastBehind = lane
        patience = atLeast(restedSince - since)
      }
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
      since = clock()
      return once(lane)
    },
  }
}
