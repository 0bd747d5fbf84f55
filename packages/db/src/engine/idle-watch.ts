/**
 * Notices a transaction that stays open without asking anything: somebody awaits a slow thing in
 * it, and on the embedded engine everybody else waits along.
 */
export type IdleWatch = {
  /** Rejects once nothing was asked for too long. */
  expired: Promise<never>
  /** Counts as busy until the work is done. */
  during<T>(work: Promise<T>): Promise<T>
  stop(): void
}

/** What PostgreSQL calls it, for `sqlstate`. */
export class IdleTransactionError extends Error {
  override name = 'IdleTransactionError'
  readonly code = '25P03'
  constructor(limitMs: number) {
    super(
      `A transaction asked nothing for ${limitMs / 1000} s and was rolled back. ` +
        'Do slow work before or after a transaction, not in it.',
    )
  }
}

export const watchIdle = (limitMs: number): IdleWatch => {
  let running = 0
  let timer: NodeJS.Timeout | undefined
  let expire = (): void => {}
  const expired = new Promise<never>((_, reject) => {
    expire = () => reject(new IdleTransactionError(limitMs))
  })
  // Whoever is interested races against it; nobody else has to handle it.
  expired.catch(() => {})
  const rest = (): void => {
    timer = setTimeout(expire, limitMs)
  }
  rest()
  return {
    expired,
    during: async (work) => {
      running += 1
      clearTimeout(timer)
      try {
        return await work
      } finally {
        running -= 1
        if (running === 0) rest()
      }
    },
    stop: () => {
      running += 1
      clearTimeout(timer)
    },
  }
}
