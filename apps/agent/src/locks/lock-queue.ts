import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { claim, giveBack, holderOf } from './lock-file.ts'

/** So long is given way to another process; one that does not come by then was stopped, and is not waited for again. */
const LONGEST_MS = 2_000
const LOOK_MS = 20

export type LockQueue = ReturnType<typeof createLockQueue>

/**
 * Lets the holder of a lock know that another process waits for it. Without, who always has something to do would take it again
 * before the other looks.
 */
export const createLockQueue = (lockPath: string) => {
  const path = `${lockPath}.waiting`
  let isOwn = false
  let stopped = ''

  const isWaitedFor = async (): Promise<boolean> => {
    if (isOwn) return false
    const who = await readFile(path, 'utf8').catch(() => '')
    return who !== '' && who !== stopped && (await holderOf(path)) !== undefined
  }

  return {
    isWaitedFor,
    /** Says that this one waits; one at a time does, which is enough. */
    join: async (): Promise<void> => {
      if (!isOwn) isOwn = (await claim(path)) === 'taken'
    },
    leave: async (): Promise<void> => {
      if (isOwn) await giveBack(path)
      isOwn = false
    },
    /** Lets who waits take the lock, which has to be free. */
    giveWay: async (): Promise<void> => {
      const end = performance.now() + LONGEST_MS
      while (await isWaitedFor()) {
        if (performance.now() > end) stopped = await readFile(path, 'utf8').catch(() => '')
        else await delay(LOOK_MS)
      }
    },
  }
}
