import { setTimeout as delay } from 'node:timers/promises'
import { openServerStorage, type ServerStorage } from '../capture/server-storage.ts'
import { CliError } from '../errors/cli-error.ts'
import { claim } from '../locks/lock-file.ts'
import { watchLockPath } from '../locks/watch-lock.ts'
import type { SpoolOptions } from '../spool/spool.ts'
import type { WatchOptions } from './watch.types.ts'

type Deps = { now: () => Date; write?: SpoolOptions['write'] }

/**
 * What is kept about the server, for this watch alone as long as it has the lock.
 *
 * @throws CliError when another watch of the same server runs.
 */
export const openForWatch = async (
  options: WatchOptions,
  deps: Deps,
): Promise<{ storage: ServerStorage; lock: string }> => {
  const storage = await openServerStorage({
    ...options,
    isReadOnly: false,
    now: deps.now,
    ...(deps.write ? { write: deps.write } : {}),
    retry: {
      times: Number.POSITIVE_INFINITY,
      sleep: async () => {
        await delay(500, undefined, { signal: options.signal })
      },
    },
  })
  const lock = watchLockPath(storage.root)
  const holder = await claim(lock)
  if (holder !== 'taken') throw alreadyWatching(holder)
  return { storage, lock }
}

const alreadyWatching = (pid: number | undefined): CliError =>
  new CliError({
    code: 'watch.already_running',
    message: `\`lore watch\` runs already${pid === undefined ? '' : ` (process ${pid})`}.`,
    hint: 'One is enough. `lore status` shows how it is doing.',
  })
