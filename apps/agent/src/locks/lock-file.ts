import { createHash, randomBytes } from 'node:crypto'
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
    const once = randomBytes(8).toString('hex')
    const words = [process.pid, THIS_PROCESS, await thisBoot(), await startOf(process.pid), once]
    await writeFile(draft, words.join(' '), { mode: 0o600, flag: 'wx' })
    for (let attempt = 0; attempt < 10; attempt++) {
      if (await isPutInPlace(draft, path)) return 'taken'
      const content = await contentOf(path)
      if (content === undefined) continue
      const holder = await holderIn(path, content)
      if (holder !== undefined) return holder
      await removeLeftBehind(path, { content, draft })
    }
    return undefined
  } finally {
    await rm(draft, { force: true })
  }
}

type LeftBehind = { content: string; draft: string }

/**
 * Takes away the lock of a process that is gone. One at a time may take away this very lock, known by what is in it, and looks
 * once more before: a slow one would take away the lock of who was faster. A guard that was left behind goes the same way.
 */
const removeLeftBehind = async (path: string, { content, draft }: LeftBehind): Promise<void> => {
  const guard = `${path.replace(GUARD, '')}.takeover-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`
  if (!(await isPutInPlace(draft, guard))) {
    const guarded = await contentOf(guard)
    if (guarded !== undefined && (await holderIn(guard, guarded)) === undefined)
      await removeLeftBehind(guard, { content: guarded, draft })
    return
  }
  try {
    if ((await contentOf(path)) === content) await rm(path, { force: true })
  } finally {
    await rm(guard, { force: true })
  }
}

const GUARD = /\.takeover-[0-9a-f]{16}$/

/** Gives back what `claim` took. */
export const giveBack = async (path: string): Promise<void> => {
  await rm(path, { force: true })
}

/** The running process that holds a lock; undefined when nobody does. */
export const holderOf = async (path: string): Promise<number | undefined> => {
  const content = await contentOf(path)
  return content === undefined ? undefined : await holderIn(path, content)
}

const contentOf = async (path: string): Promise<string | undefined> =>
  await readFile(path, 'utf8').catch(() => undefined)

const holderIn = async (path: string, content: string): Promise<number | undefined> => {
  try {
    const [number, token, boot, start] = content.trim().split(' ')
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
 * say, which may be set at any time.
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
