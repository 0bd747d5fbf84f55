type Options = {
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
  /** Milliseconds of a core this process has used. */
  cpuMs: () => number
  /** Whether nothing waits to be read or sent. */
  isAtRest: () => boolean
  tidy: () => Promise<void>
}

/** Whoever used so much of a core, at once or in a thousand small steps, left garbage worth collecting. */
const MUCH_MS = 300
/** Collecting all of it takes as long as reading a dozen new lines, so whatever is being written comes to rest first. */
const REST_MS = 3_000
/** A session that never rests leaves garbage too. */
const LONGEST_MS = 60_000

/** Gives back what memory was used for reading and sending, once nothing happened for a while. */
export const createTidying = ({ clock, cpuMs, isAtRest, tidy }: Options) => {
  let tidiedCpu = Number.NEGATIVE_INFINITY
  let tidiedAt = clock()
  let busyAt = clock()

  /** When it is due; never when there is too little to collect. */
  const next = (): number =>
    isAtRest() && cpuMs() - tidiedCpu > MUCH_MS
      ? Math.min(busyAt + REST_MS, tidiedAt + LONGEST_MS)
      : Number.POSITIVE_INFINITY

  return {
    next,
    /** Something was written, read or sent. */
    busy: (): void => {
      busyAt = clock()
    },
    ifDue: async (): Promise<void> => {
      if (next() > clock()) return
      await tidy()
      tidiedCpu = cpuMs()
      tidiedAt = clock()
    },
  }
}
