import { setTimeout as delay } from 'node:timers/promises'
import { isAboutCapacity, reasonOfCapacity } from '../spool/capacity.ts'
import type { WatchOptions } from './watch.types.ts'

const AGAIN_MS = 2_000

/**
 * Does what needs room on the disk as soon as there is some, and says that it waits.
 *
 * @throws what `work` throws for any other reason, and AbortError when nobody waits any more.
 */
export const retryWhileDiskFull = async <T>(
  work: () => Promise<T>,
  { signal, onEvent }: Pick<WatchOptions, 'signal' | 'onEvent'>,
): Promise<T> => {
  for (let hasWaited = false; ; hasWaited = true) {
    try {
      const done = await work()
      if (hasWaited) onEvent({ kind: 'resumed' })
      return done
    } catch (error) {
      if (!isAboutCapacity(error)) throw error
      if (!hasWaited) onEvent({ kind: 'paused', reason: reasonOfCapacity(error) })
    }
    await delay(AGAIN_MS, undefined, { signal })
  }
}
