import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holderOf } from '../locks/lock-file.ts'
import { watchLockPath } from '../locks/watch-lock.ts'
import { ensureRan } from './ensure-ran.ts'
import { pollUntil } from './poll-until.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { WINDOWS_TASK, windowsTask } from './windows-task.ts'

type Options = { run: RunProgram; stateDir: string; user: string; pauseMs?: number }

/** "Is running" as its last result, which is the same in all languages; how it says so is not. */
const RUNNING = /"267009"/
/**
 * "Is running already" and "was refused", its result once a beginning was ignored: that of a task which runs, or of one that
 * ended since or could not begin.
 */
const IGNORED = /"(?:-2147216609|-2147020576)"/
const ENDS_WITHIN = 50

/** The Task Scheduler of Windows. */
export const createWindowsService = (options: Options): ServiceManager => {
  const { run, stateDir, user, pauseMs = 100 } = options
  const schtasks = (...words: string[]) => run('schtasks.exe', words)
  const ensure = async (...words: string[]): Promise<void> =>
    ensureRan(`schtasks ${words.join(' ')}`, await schtasks(...words))
  const named = ['/TN', WINDOWS_TASK]
  const isRunning = async (): Promise<boolean> => {
    const { stdout } = await schtasks('/Query', ...named, '/V', '/FO', 'CSV', '/NH')
    if (RUNNING.test(stdout)) return true
    return IGNORED.test(stdout) && (await watchersIn(stateDir)).length > 0
  }
  const isThere = async (): Promise<boolean> => {
    const { code, stdout } = await schtasks('/Query', ...named, '/XML', 'ONE')
    return code === 0 && stdout.includes('<Task')
  }

  /**
   * The task began a console, and that the watch: to end the first may leave the last. While it runs, the next does not begin.
   * Left enabled, it would be begun again within a minute.
   */
  const end = async (): Promise<void> => {
    if (!(await isThere())) return
    await ensure('/Change', ...named, '/DISABLE')
    if (!(await isRunning())) return
    const watchers = await watchersIn(stateDir)
    await ensure('/End', ...named)
    for (const pid of watchers) await run('taskkill.exe', ['/F', '/PID', String(pid)])
    await pollUntil(async () => !(await isRunning()), { times: ENDS_WITHIN, pauseMs })
  }

  return {
    name: 'a scheduled task',
    returns: null,
    problem: async () =>
      (await schtasks('/Query', '/FO', 'LIST')).code === 0
        ? undefined
        : { message: 'The Task Scheduler of Windows does not answer.' },
    state: async () => ({
      isInstalled: await isThere(),
      isRunning: await isRunning(),
      where: WINDOWS_TASK,
    }),
    install: async (spec) => {
      const path = join(stateDir, 'task.xml')
      // What runs is of the version before, perhaps.
      await end()
      // The Task Scheduler reads nothing but UTF-16 with its mark.
      await writeFile(path, Buffer.from(`\ufeff${windowsTask(spec, user)}`, 'utf16le'))
      try {
        await ensure('/Create', ...named, '/XML', path, '/F')
      } catch (error) {
        // The one before goes on.
        await schtasks('/Change', ...named, '/ENABLE')
        throw error
      } finally {
        await rm(path, { force: true })
      }
      await ensure('/Run', ...named)
      return { notes: [], hasChanged: true }
    },
    start: async () => {
      await ensure('/Change', ...named, '/ENABLE')
      await ensure('/Run', ...named)
    },
    stop: end,
    uninstall: async () => {
      await end()
      await schtasks('/Delete', ...named, '/F')
      return { notes: [] }
    },
  }
}

/** Processes that watch now, for whichever server. */
const watchersIn = async (stateDir: string): Promise<number[]> => {
  const folder = join(stateDir, 'import')
  const servers = await readdir(folder).catch(() => [])
  const holders = await Promise.all(
    servers.map((server) => holderOf(watchLockPath(join(folder, server)))),
  )
  return holders.filter((pid) => pid !== undefined)
}
