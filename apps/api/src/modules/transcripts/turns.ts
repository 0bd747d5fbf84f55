/** Lets so many pieces of work run at once; the others wait, in order. */
export const createTurns = (atOnce: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  const next = (): void => {
    running--
    waiting.shift()?.()
  }
  return {
    /** Rejects when `signal` is aborted before its turn has come. */
    take: async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
      while (running >= atOnce) {
        await new Promise<void>((resolve) => waiting.push(resolve))
        if (signal?.aborted) waiting.shift()?.()
        signal?.throwIfAborted()
      }
      running++
      try {
        return await work()
      } finally {
        next()
      }
    },
  }
}
