export type Waker = ReturnType<typeof createWaker>

/** Wakes whoever waits for it. A wake while nobody waits ends the next wait at once. */
export const createWaker = () => {
  let isPending = false
  let finish: (() => void) | undefined

  return {
    wake: (): void => {
      isPending = true
      finish?.()
    },
    /** Waits until it is woken, the time is over, or the signal is aborted; true when it was woken. */
    wait: (signal: AbortSignal, ms?: number): Promise<boolean> =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          finish = undefined
          resolve(isPending)
          isPending = false
        }
        const timer = ms === undefined ? undefined : setTimeout(done, Math.max(0, ms))
        finish = done
        signal.addEventListener('abort', done)
        if (isPending || signal.aborted) done()
      }),
  }
}
