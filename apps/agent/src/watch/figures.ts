import type { CaptureRecord } from '../capture/capture-record.ts'
import type { ServerStorage } from '../capture/server-storage.ts'

type Writing = { storage: Pick<ServerStorage, 'lock'>; record: Pick<CaptureRecord, 'write'> }
type Deps = Writing & { deps: { clock: () => number } }

/** How often figures are written while something happens. */
const WRITE_MS = 2_000

/** Writes the figures soon after something changed, not at each change. */
export const createFigures = ({ deps, ...writing }: Deps) => {
  let next = 0
  let isStale = true
  return {
    changed: (): void => {
      isStale = true
    },
    /** When to write again; undefined when nothing changed since. */
    write: async (): Promise<number | undefined> => {
      if (isStale && deps.clock() >= next) {
        next = deps.clock() + WRITE_MS
        isStale = false
        await writeFigures(writing)
      }
      return isStale ? next : undefined
    },
  }
}

/**
 * What an import captured meanwhile is read before, or figures from before it would take the place of its own. While one runs
 * the figures are its to write; on a full disk, where there is no room for a lock, nobody else's either.
 */
export const writeFigures = async ({ storage, record }: Writing): Promise<void> => {
  try {
    await storage.lock.hold(() => record.write())
  } catch (error) {
    const isStopped = error instanceof Error && error.name === 'AbortError'
    // Figures that cannot be written are no reason to stop: a full disk is shown by the pause.
    if (!isStopped) await record.write().catch(() => undefined)
  }
}
