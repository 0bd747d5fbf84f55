import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { holderOf } from '../import/lock-file.ts'
import { watchLockPath } from '../watch/watch-lock.ts'
import { ensureRan } from './ensure-ran.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { untilSo } from './until-so.ts'
import { WINDOWS_TASK, windowsTask } from './windows-task.ts'

type Options = { run: RunProgram; stateDir: string; user: string; pauseMs?: number }

/** "Is running" as its last result, which is the same in all languages; how it says so is not. */
const RUNNING = /"267009"/
const ENDS_WITHIN = 50

/** The Task Scheduler of Windows. */
export const createWindowsService = (options: Options): ServiceManager => {
  const { run, stateDir, user, pauseMs = 100 } = options
  const schtasks = (...words: string[]) => run('schtasks.exe', words)
  const ensure = async (...words: string[]): Promise<void> =>
    ensureRan(`schtasks ${words.join(' ')}`, await schtasks(...words))
  const named = ['/TN', WINDOWS_TASK]
  const isRunning = async (): Promise<boolean> =>
    RUNNING.test((await schtasks('/Query', ...named, '/V', '/FO', 'CSV', '/NH')).stdout)

  /** The task began a console, and that the watch: to end the first may leave the last. While it runs, the next does not begin. */
  const end = async (): Promise<void> => {
    if (!(await isRunning())) return
    const watchers = await watchersIn(stateDir)
    await ensure('/End', ...named)
    for (const pid of watchers) await run('taskkill.exe', ['/F', '/PID', String(pid)])
    await untilSo(async () => !(await isRunning()), { times: ENDS_WITHIN, pauseMs })
  }

  return {
    name: 'a scheduled task',
    problem: async () =>
      (await schtasks('/Query', '/FO', 'LIST')).code === 0
        ? undefined
        : { message: 'The Task Scheduler of Windows does not answer.' },
    state: async () => {
      const { code, stdout } = await schtasks('/Query', ...named, '/XML', 'ONE')
      return {
        isInstalled: code === 0 && stdout.includes('<Task'),
        isRunning: await isRunning(),
        where: WINDOWS_TASK,
      }
    },
    install: async (spec) => {
      const path = join(stateDir, 'task.xml')
      // What runs is of the version before, perhaps.
      await end()
      // The Task Scheduler reads nothing but UTF-16 with its mark.
      await writeFile(path, Buffer.from(`\ufeff${windowsTask(spec, user)}`, 'utf16le'))
      try {
        await ensure('/Create', ...named, '/XML', path, '/F')
      } finally {
        await rm(path, { force: true })
      }
      await ensure('/Run', ...named)
      return { notes: [], hasChanged: true }
    },
    start: () => ensure('/Run', ...named),
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
