import { getHeapStatistics, setFlagsFromString } from 'node:v8'
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

/** While much is read, garbage is collected each time so much has come on top, of the whole process or of the heap alone. */
const STEP_BYTES = 40_000_000
const HEAP_STEP_BYTES = 64_000_000

/**
 * The engine collects when it has to, which is late where there is much memory; this keeps the process small. What was freed
 * is not given back at once, so the size of the process says too little right after it.
 */
export const createMemoryBound = ({ giveBackMemory: collect }: { giveBackMemory: () => void }) => {
  const next = () => ({
    process: process.memoryUsage.rss() + STEP_BYTES,
    heap: getHeapStatistics().used_heap_size + HEAP_STEP_BYTES,
  })
  let bound = next()
  return (): void => {
    const isSmall = process.memoryUsage.rss() < bound.process
    if (isSmall && getHeapStatistics().used_heap_size < bound.heap) return
    collect()
    bound = next()
  }
}
