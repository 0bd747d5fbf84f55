import { randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { isRunning } from '@teamlore/shared/is-running'
import { isPutInPlace } from '../files/put-in-place.ts'
import { startOf } from './process-start.ts'

/**
 * Makes the file that says who holds it, in one step: nobody ever sees it without its holder.
 *
 * @returns `taken`, or the process that holds it already; undefined when that is not known.
 */
export const claim = async (path: string): Promise<'taken' | number | undefined> => {
  const draft = `${path}.${randomBytes(4).toString('hex')}.tmp`
  try {
    const words = [process.pid, THIS_PROCESS, await thisBoot(), await startOf(process.pid)]
    await writeFile(draft, words.join(' '), { mode: 0o600, flag: 'wx' })
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
    const [number, token, boot, start] = (await readFile(path, 'utf8')).trim().split(' ')
    const pid = Number(number)
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    if (pid === process.pid) return token === THIS_PROCESS ? pid : undefined
    if (!isRunning(pid) || !(await isOfThisBoot(path, boot))) return undefined
    return (await isStartedThen(pid, start)) ? pid : undefined
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

/** A container that is killed and started again gives the same numbers to others, all within one boot. */
const isStartedThen = async (pid: number, start: string | undefined): Promise<boolean> => {
  const now = await startOf(pid)
  return now !== undefined && (!start || now === '' || now === start)
}

const BOOT_SLACK_MS = 60_000

const thisBoot = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()

/** In a container the next process may well get our number. */
const THIS_PROCESS = randomBytes(8).toString('hex')
