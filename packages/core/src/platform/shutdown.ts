export type ShutdownStep = { name: string; close: () => Promise<void> | void }

export type Shutdown = {
  add(step: ShutdownStep): void
  /** Closes everything once; later calls wait for the same end. */
  run(): Promise<void>
}

/** Last opened, first closed: the server stops before the pool it reads from. A failing step is logged and passed over. */
export const createShutdown = ({
  onError,
}: {
  onError: (name: string, error: unknown) => void
}): Shutdown => {
  const steps: ShutdownStep[] = []
  let running: Promise<void> | undefined

  const closeAll = async () => {
    for (const { name, close } of steps.toReversed()) {
      try {
        await close()
      } catch (error) {
        onError(name, error)
      }
    }
  }

  return {
    add: (step) => void steps.push(step),
    run: () => {
      running ??= closeAll()
      return running
    },
  }
}
