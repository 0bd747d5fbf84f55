import type { CaptureRecord } from '../import/capture-record.ts'

type Deps = { deps: { clock: () => number }; record: Pick<CaptureRecord, 'write'> }

/** How often figures are written while something happens. */
const WRITE_MS = 2_000

/** Writes the figures soon after something changed, not at each change. */
export const createFigures = ({ deps, record }: Deps) => {
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
        // Figures that cannot be written are no reason to stop: a full disk is told by the pause.
        await record.write().catch(() => undefined)
      }
      return isStale ? next : undefined
    },
  }
}
