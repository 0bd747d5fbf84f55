import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CliError } from '../errors/cli-error.ts'
import { claim, giveBack } from './lock-file.ts'
import { createLockQueue, type LockQueue } from './lock-queue.ts'

type Options = {
  path: string
  /** Another process wrote since this one last held the lock: what is remembered of the files is not true any more. */
  onForeignWrite: () => Promise<void>
  /** How often to look again while another process holds it, and the wait between. */
  retry?: { times: number; sleep: () => Promise<void> }
}

/**
 * Lets one process at a time write what is kept about a server, for as long as it has something to write: an import may
 * run beside a watch. Within the process the lock is shared. One left by a process that is no more is taken over. Who has
 * to wait says so, and is let in before the holder takes it again.
 */
export const createStateLock = ({ path, onForeignWrite, retry }: Options) => {
  const me = `${process.pid} ${randomBytes(8).toString('hex')}`
  const writerPath = `${path}.writer`
  const queue = createLockQueue(path)
  const free = createTurnstile()
  let holders = 0
  /** It is ours still, but could not be taken away, such as on a disk that became read-only: nobody else will do it. */
  let isLeftBehind = false
  let changing: Promise<void> = Promise.resolve()

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = changing.then(work)
    changing = done.catch(() => undefined)
    return done
  }
  const enter = async (): Promise<void> => {
    if (holders === 0) await acquire()
    holders++
  }
  const release = async (): Promise<void> => {
    isLeftBehind = true
    await giveBack(path)
    isLeftBehind = false
  }
  const acquire = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    if (isLeftBehind) await release()
    await queue.giveWay()
    await takePatiently(path, { retry, queue })
    try {
      const before = await readFile(writerPath, 'utf8').catch(() => '')
      if (before === me) return
      await onForeignWrite()
      await writeFile(writerPath, me, { mode: 0o600 })
    } catch (error) {
      await release()
      throw error
    }
  }
  const leave = async (): Promise<void> => {
    if (--holders > 0) return
    free.open()
    await release()
  }

  return {
    /** Whether another process waits for its turn: then a long work should make a pause. */
    isWaitedFor: queue.isWaitedFor,
    /** @throws CliError when another process holds it. */
    hold: async <T>(work: () => Promise<T>): Promise<T> => {
      if (holders > 0 && (await queue.isWaitedFor())) await free.opened()
      await inTurn(enter)
      try {
        return await work()
      } finally {
        await inTurn(leave)
      }
    },
  }
}

/** Opens for all who wait when the last holder of this process leaves. Nobody waits for ever, whatever holds within what. */
const createTurnstile = () => {
  let waiting: (() => void)[] = []
  return {
    open: (): void => {
      for (const go of waiting) go()
      waiting = []
    },
    opened: (): Promise<unknown> =>
      Promise.race([
        new Promise<void>((go) => waiting.push(go)),
        delay(LONGEST_WAIT_MS, undefined, { ref: false }),
      ]),
  }
}

const LONGEST_WAIT_MS = 60_000

type Waiting = { retry: Options['retry']; queue: LockQueue }

const takePatiently = async (path: string, { retry, queue }: Waiting): Promise<void> => {
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await take(path)
      } catch (error) {
        if (!(error instanceof CliError) || attempt >= (retry?.times ?? 0)) throw error
        await queue.join()
        await retry?.sleep()
      }
    }
  } finally {
    await queue.leave()
  }
}

const take = async (path: string): Promise<void> => {
  const holder = await claim(path)
  if (holder !== 'taken') throw alreadyRunning(holder)
}

const alreadyRunning = (pid: number | undefined): CliError =>
  new CliError({
    code: 'import.already_running',
    message: `Another \`lore\`${pid === undefined ? '' : ` (process ${pid})`} is sending to this server right now.`,
    hint: 'Wait until it has finished: it sends what this one would have sent.',
  })
