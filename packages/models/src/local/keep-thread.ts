import type { EmbedThread } from './embed-thread-handle.ts'

/**
 * One thread at a time: opened when it is first needed, ended after `idleMs` without work (0: never), and opened again
 * when it is needed again.
 */
export const keepThread = (openThread: () => EmbedThread, { idleMs }: { idleMs: number }) => {
  let thread: EmbedThread | undefined
  let isWorking = false
  let rest: NodeJS.Timeout | undefined
  /** Threads that were asked to end and have not yet. */
  const ending = new Set<Promise<void>>()

  const current = (): EmbedThread => {
    clearTimeout(rest)
    thread ??= openThread()
    // Whoever waits for it gets the rejection; nobody has to.
    thread.ready.catch(() => {})
    return thread
  }

  const end = (): void => {
    if (!thread) return
    const ended = thread.stop().finally(() => ending.delete(ended))
    ending.add(ended)
    thread = undefined
  }

  const beginRest = (): void => {
    clearTimeout(rest)
    if (idleMs > 0 && !isWorking) rest = setTimeout(end, idleMs).unref()
  }

  return {
    /** A model that is still loading does not rest. */
    ready: (): Promise<void> => current().ready.finally(beginRest),
    ask: (request: Parameters<EmbedThread['ask']>[0]): void => {
      isWorking = true
      current().ask(request)
    },
    /** All that was asked is answered. */
    rest: (): void => {
      isWorking = false
      beginRest()
    },
    /** It has died. */
    forget: (): void => {
      isWorking = false
      clearTimeout(rest)
      thread = undefined
    },
    stop: async (): Promise<void> => {
      clearTimeout(rest)
      await Promise.all([thread?.stop(), ...ending])
    },
  }
}
