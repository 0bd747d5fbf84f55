/**
 * Lets a transaction's next writes be prepared while the last one is under way: the database has a
 * core of its own, or at least a thread.
 */
export type WriteBehind = {
  /** Starts a write as soon as the one before it is done. @throws what that one failed with. */
  push(write: () => Promise<void>): Promise<void>
  /** Waits for the last write. @throws what it failed with. */
  drain(): Promise<void>
}

export const createWriteBehind = (): WriteBehind => {
  let last: Promise<void> = Promise.resolve()
  return {
    push: async (write) => {
      await last
      last = write()
      // Called by the next push or drain; until then nobody is listening.
      last.catch(() => {})
    },
    drain: () => last,
  }
}
