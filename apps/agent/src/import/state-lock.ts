import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { CliError } from '../cli/cli-error.ts'

type Options = {
  path: string
  /** Another process wrote since this one last held the lock: what is remembered of the files is not true any more. */
  onForeignWrite: () => Promise<void>
  /** How often to look again while another process holds it, and the wait between. */
  retry?: { times: number; sleep: () => Promise<void> }
}

/**
 * Lets one process at a time write what is kept about a server, for as long as it has something to write: an import may
 * run beside a watch. Within the process the lock is shared. One left by a process that is no more is taken over.
 */
export const createStateLock = ({ path, onForeignWrite, retry }: Options) => {
  const me = `${process.pid} ${randomBytes(8).toString('hex')}`
  const writerPath = `${path}.writer`
  let holders = 0
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
  const acquire = async (): Promise<void> => {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await takePatiently(path, retry)
    try {
      const before = await readFile(writerPath, 'utf8').catch(() => '')
      if (before === me) return
      await onForeignWrite()
      await writeFile(writerPath, me, { mode: 0o600 })
    } catch (error) {
      await giveBack(path)
      throw error
    }
  }
  const leave = async (): Promise<void> => {
    if (--holders === 0) await giveBack(path)
  }

  return {
    /** @throws CliError when another process holds it. */
    hold: async <T>(work: () => Promise<T>): Promise<T> => {
      await inTurn(enter)
      try {
        return await work()
      } finally {
        await inTurn(leave)
      }
    },
  }
}

const takePatiently = async (path: string, retry: Options['retry']): Promise<void> => {
  for (let attempt = 0; ; attempt++) {
    try {
      return await take(path)
    } catch (error) {
      if (!(error instanceof CliError) || attempt >= (retry?.times ?? 0)) throw error
      await retry?.sleep()
    }
  }
}

const take = async (path: string): Promise<void> => {
  const holder = await claim(path)
  if (holder !== 'taken') throw alreadyRunning(holder)
}

/**
 * Makes the file that says who holds it.
 *
 * @returns `taken`, or the process that holds it already; undefined when that is not known.
 */
export const claim = async (path: string): Promise<'taken' | number | undefined> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      await file.close()
      heldHere.add(path)
      return 'taken'
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = await holderOf(path)
      if (holder !== undefined) return holder
      await rm(path, { force: true })
    }
  }
  return undefined
}

/** Gives back what `claim` took. */
export const giveBack = async (path: string): Promise<void> => {
  heldHere.delete(path)
  await rm(path, { force: true })
}

/** The running process that holds a lock; undefined when nobody does. */
export const holderOf = async (path: string): Promise<number | undefined> => {
  try {
    const pid = Number((await readFile(path, 'utf8')).trim())
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    if (pid === process.pid) return heldHere.has(path) ? pid : undefined
    return isRunning(pid) && !(await isFromBeforeTheBoot(path)) ? pid : undefined
  } catch {
    return undefined
  }
}

const BOOT_SLACK_MS = 60_000

/** After a reboot the numbers of processes are given again, to others. */
const isFromBeforeTheBoot = async (path: string): Promise<boolean> =>
  (await stat(path)).mtimeMs < Date.now() - uptime() * 1_000 - BOOT_SLACK_MS

/** Locks of this process. Our own number in any other is that of a process that is gone. */
const heldHere = new Set<string>()

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, but for somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const alreadyRunning = (pid: number | undefined): CliError =>
  new CliError({
    code: 'import.already_running',
    message: `Another \`lore\`${pid === undefined ? '' : ` (process ${pid})`} is sending to this server right now.`,
    hint: 'Wait until it has finished: it sends what this one would have sent.',
  })
