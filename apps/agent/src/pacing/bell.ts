export type Bell = ReturnType<typeof createBell>

/** Wakes who waits for it. Rung while nobody waits, it wakes the next one at once. */
export const createBell = () => {
  let hasRung = false
  let wake: (() => void) | undefined

  return {
    ring: (): void => {
      hasRung = true
      wake?.()
    },
    /** Until it rings, the time is over, or the signal is aborted; true when it rang. */
    rung: (signal: AbortSignal, ms?: number): Promise<boolean> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wake = undefined
          resolve(hasRung)
          hasRung = false
        }
        const timer = ms === undefined ? undefined : setTimeout(done, Math.max(0, ms))
        wake = done
        signal.addEventListener('abort', done)
        if (hasRung || signal.aborted) done()
      }),
  }
}
