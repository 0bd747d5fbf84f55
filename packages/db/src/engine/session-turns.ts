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
/**
 * Whoever was served asks again at once: a page is several turns, one after the other. So long after a turn of a person nobody
 * else begins, or a page would wait for a turn of the background at each of its own.
 */
const LINGER_MS = 20

type Waiting = { since: number; call: () => void }
type Behind = Exclude<Lane, 'first'>

const atLeast = (ms: number): number =>
  Math.min(LONGEST_PATIENCE_MS, Math.max(PATIENCE_MS, SHARE * ms))

type Times = {
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
  later: (ms: number, call: () => void) => void
}

const realTimes: Times = {
  clock: () => performance.now(),
  later: (ms, call) => void setTimeout(call, ms),
}

/** The moment after a turn of a person, in which nobody else begins. */
const createLinger = ({ clock, later }: Times) => {
  let servedAt = Number.NEGATIVE_INFINITY
  let isLooking = false
  const left = (): number => servedAt + LINGER_MS - clock()
  return {
    served: (): void => {
      servedAt = clock()
    },
    isOver: (): boolean => left() <= 0,
    /** Nobody releases anything when it is over, so it is looked then. */
    lookAfter: (look: () => void): void => {
      if (isLooking) return
      isLooking = true
      later(Math.max(1, left()), () => {
        isLooking = false
        look()
      })
    },
  }
}

/**
 * Turns on the one session of a database: people first, then machines and background work by turns, each in the order in
 * which they were asked for.
 */
export const createTurns = (times: Times = realTimes): Turns => {
  const { clock } = times
  const linger = createLinger(times)
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
    if (patient === undefined) return waiting.first.shift()
    const isLate = clock() - Math.max(patient.since, restedSince) >= patience
    if (isLate) return behind.shift()
    return waiting.first.shift() ?? (linger.isOver() ? behind.shift() : undefined)
  }

  const callNext = (): void => {
    const called = next()
    isTaken = called !== undefined
    if (called !== undefined) called.call()
    else if (nextBehind().length > 0) lookLater()
  }

  const lookLater = (): void => linger.lookAfter(() => isTaken || callNext())

  const once = (lane: Lane): (() => void) => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      if (lane === 'first') linger.served()
      else {
        restedSince = clock()
        lastBehind = lane
        patience = atLeast(restedSince - since)
      }
      callNext()
    }
  }

  const waitIn = (lane: Lane): Promise<void> =>
    new Promise<void>((resolve) => {
      waiting[lane].push({ since: clock(), call: resolve })
      if (!isTaken) lookLater()
    })

  return {
    take: async (lane) => {
      if (isTaken || (lane !== 'first' && !linger.isOver())) await waitIn(lane)
      isTaken = true
      since = clock()
      return once(lane)
    },
  }
}
