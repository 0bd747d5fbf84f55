import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError } from '../cli/cli-error.ts'

/**
 * Lets one import at a time write down what it sent. A lock left by a process that is no more is taken over.
 *
 * @throws CliError when another import is running.
 */
export const withImportLock = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await take(path)
  try {
    return await work()
  } finally {
    await rm(path, { force: true })
  }
}

const take = async (path: string): Promise<void> => {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const file = await open(path, 'wx', 0o600)
      await file.writeFile(String(process.pid))
      await file.close()
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = await holderOf(path)
      if (holder !== undefined && isRunning(holder)) throw alreadyRunning(holder)
      await rm(path, { force: true })
    }
  }
  throw alreadyRunning(undefined)
}

const holderOf = async (path: string): Promise<number | undefined> => {
  try {
    const pid = Number((await readFile(path, 'utf8')).trim())
    return Number.isSafeInteger(pid) && pid > 0 ? pid : undefined
  } catch {
    return undefined
  }
}

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
    message: `Another import to this server is running${pid === undefined ? '' : ` (process ${pid})`}.`,
    hint: 'Wait until it has finished: it sends what this one would have sent.',
  })
