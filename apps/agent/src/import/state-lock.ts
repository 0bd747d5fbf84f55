import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { dirname } from 'node:path'
import { isRunning } from '@teamlore/shared/is-running'
import { CliError } from '../cli/cli-error.ts'
import { isPutInPlace } from '../files/put-in-place.ts'

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
    await takePatiently(path, retry)
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
    if (--holders === 0) await release()
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
 * Makes the file that says who holds it, in one step: nobody ever sees it without its holder.
 *
 * @returns `taken`, or the process that holds it already; undefined when that is not known.
 */
export const claim = async (path: string): Promise<'taken' | number | undefined> => {
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    await writeFile(draft, `${process.pid} ${THIS_PROCESS} ${await thisBoot()}`, {
      mode: 0o600,
      flag: 'wx',
    })
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await isPutInPlace(draft, path)) return 'taken'
      const holder = await holderOf(path)
      if (holder !== undefined) return holder
      await removeLeftBehind(path, draft)
    }
    return undefined
  } finally {
    await rm(draft, { force: true })
  }
}

/**
 * Takes away the lock of a process that is gone. One at a time may do so, and looks once more before: else a slow one would
 * take away the lock of who was faster.
 */
const removeLeftBehind = async (path: string, draft: string): Promise<void> => {
  const guard = `${path}.takeover`
  if (!(await isPutInPlace(draft, guard))) {
    if ((await holderOf(guard)) === undefined) await rm(guard, { force: true })
    return
  }
  try {
    if ((await holderOf(path)) === undefined) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

/** Gives back what `claim` took. */
export const giveBack = async (path: string): Promise<void> => {
  await rm(path, { force: true })
}

/** The running process that holds a lock; undefined when nobody does. */
export const holderOf = async (path: string): Promise<number | undefined> => {
  try {
    const [number, token, boot] = (await readFile(path, 'utf8')).trim().split(' ')
    const pid = Number(number)
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    if (pid === process.pid) return token === THIS_PROCESS ? pid : undefined
    return isRunning(pid) && (await isOfThisBoot(path, boot)) ? pid : undefined
  } catch {
    return undefined
  }
}

/**
 * After a reboot the numbers of processes are given again, to others. Linux names its boots; elsewhere the clock has to
 * tell, which may be set at any time.
 */
const isOfThisBoot = async (path: string, boot: string | undefined): Promise<boolean> => {
  const now = await thisBoot()
  if (boot !== undefined && now !== '') return boot === now
  return (await stat(path)).mtimeMs >= Date.now() - uptime() * 1_000 - BOOT_SLACK_MS
}

const BOOT_SLACK_MS = 60_000

const thisBoot = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()

/** In a container the next process may well get our number. */
const THIS_PROCESS = randomBytes(8).toString('hex')

const alreadyRunning = (pid: number | undefined): CliError =>
  new CliError({
    code: 'import.already_running',
    message: `Another \`lore\`${pid === undefined ? '' : ` (process ${pid})`} is sending to this server right now.`,
    hint: 'Wait until it has finished: it sends what this one would have sent.',
  })
