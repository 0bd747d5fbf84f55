/** Runs `beat` at once, then again and again: after `everyMs`, or as soon as `wake` is called. */
export type Pulse = {
  /** Runs it soon; while it runs, once more afterwards. */
  wake(): void
  /** Waits for the run that is under way. */
  close(): Promise<void>
}

type Options = {
  beat: () => Promise<unknown>
  everyMs: number
  /** Before the first run; at once by default. */
  firstMs?: number
  onError: (error: unknown) => void
}

/** One run at a time, whoever asks how often. An error is logged and does not end it. */
export const startPulse = ({ beat, everyMs, firstMs = 0, onError }: Options): Pulse => {
  let isClosed = false
  let isAwake = false
  let stopWaiting = () => {}

  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      if (isAwake || isClosed) return resolve()
      const timer = setTimeout(resolve, ms)
      // A pulse alone is no reason for a process to go on.
      timer.unref()
      stopWaiting = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  const run = async () => {
    await wait(firstMs)
    while (!isClosed) {
      isAwake = false
      try {
        await beat()
      } catch (error) {
        onError(error)
      }
      await wait(everyMs)
    }
  }

  const running = run()
  return {
    wake: () => {
      isAwake = true
      stopWaiting()
    },
    close: async () => {
      isClosed = true
      stopWaiting()
      await running
    },
  }
}
