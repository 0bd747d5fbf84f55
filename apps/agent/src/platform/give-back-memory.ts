import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Has the memory that is free within the process given back to the system. The engine would do so only when it needs
 * room for itself, and a process that waits all day never does.
 */
export const giveBackMemory = (): void => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function')
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
