type Options = {
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
  /** Whether nobody waits for what is read; never by default. */
  isUnhurried?: () => boolean
}

export type Pacer = ReturnType<typeof createPacer>

/**
 * What is being written is let settle so long before it is read, and so long while nobody waits for it: few large batches
 * are sent faster afterwards than many small ones.
 */
const SETTLE_MS = 300
const UNHURRIED_MS = 2_000
/** Reading one thing over and over may take this share of a core. */
const SHARE = 0.08
const LONGEST_REST_MS = 60_000
/**
 * What is written line after line is read some lines at a time: each look has its price however little is new, in locks and
 * files that must reach the disk. The first line after a pause does not wait for this, nor do other sessions of one store.
 */
const BETWEEN_MS = 800

/**
 * Says when to look at what changed. A small file is looked at as soon as it settles; the longer a look takes, the longer
 * the rest after it, so that a session of 50 MB that grows line by line costs no more than a few per cent of a core. Further
 * changes do not put a look off: it always comes.
 */
export const createPacer = ({ clock, isUnhurried = () => false }: Options) => {
  const noted = new Map<string, number>()
  const resting = new Map<string, number>()
  const lookedAt = new Map<string, number>()

  return {
    /** Something changed under this name. */
    note: (name: string): void => {
      if (noted.has(name)) return
      const settled = clock() + (isUnhurried() ? UNHURRIED_MS : SETTLE_MS)
      const rested = (lookedAt.get(name) ?? Number.NEGATIVE_INFINITY) + BETWEEN_MS
      noted.set(name, Math.max(settled, rested, resting.get(name) ?? 0))
    },
    /** Takes what is to be looked at now. */
    takeDue: (): string[] => {
      const now = clock()
      const due = [...noted].flatMap(([name, at]) => (at <= now ? [name] : []))
      for (const name of due) noted.delete(name)
      return due
    },
    isDue: (): boolean => [...noted.values()].some((at) => at <= clock()),
    /** When the next look is due; undefined when nothing changed. */
    nextDue: (): number | undefined => {
      let next: number | undefined
      for (const at of noted.values()) if (next === undefined || at < next) next = at
      return next
    },
    /** A look took so much of a core. */
    spent: (name: string, ms: number): void => {
      const until = clock() + Math.min(ms / SHARE - ms, LONGEST_REST_MS)
      if (until > clock() + SETTLE_MS) resting.set(name, until)
      else resting.delete(name)
      lookedAt.set(name, clock())
    },
    isResting: (name: string): boolean => {
      const until = resting.get(name)
      if (until === undefined) return false
      if (until > clock()) return true
      resting.delete(name)
      return false
    },
  }
}
