import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Has the memory that is free within the process given back to the system. The engine would do so only when it needs
 * room for itself, and a process that waits all day never does.
 */
export const giveBackMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect !== 'function') return
  if (V8 >= KNOWS_OPTIONS) collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  else {
    collect()
    // What the first one freed is handed to the system by the second.
    collect()
  }
}

const V8 = Number.parseInt(process.versions.v8, 10)
/** Node 22. The engine of Node 20 takes options for a wish to collect what is young only. */
const KNOWS_OPTIONS = 12

/** While much is read, garbage is collected each time so much has come on top. */
const STEP_BYTES = 40_000_000

/** The engine collects when it has to, which is late where there is much memory; this keeps the process small. */
export const createMemoryBound = ({ giveBackMemory: collect }: { giveBackMemory: () => void }) => {
  let bound = process.memoryUsage.rss() + STEP_BYTES
  return (): void => {
    if (process.memoryUsage.rss() < bound) return
    collect()
    bound = process.memoryUsage.rss() + STEP_BYTES
  }
}
