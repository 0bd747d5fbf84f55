import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureRan } from './ensure-ran.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { WINDOWS_TASK, windowsTask } from './windows-task.ts'

type Options = { run: RunProgram; stateDir: string; user: string }

/** The Task Scheduler of Windows. */
export const createWindowsService = ({ run, stateDir, user }: Options): ServiceManager => {
  const schtasks = (...words: string[]) => run('schtasks.exe', words)
  const ensure = async (...words: string[]): Promise<void> =>
    ensureRan(`schtasks ${words.join(' ')}`, await schtasks(...words))
  const named = ['/TN', WINDOWS_TASK]

  return {
    name: 'a scheduled task',
    problem: async () =>
      (await schtasks('/Query', '/FO', 'LIST')).code === 0
        ? undefined
        : { message: 'The Task Scheduler of Windows does not answer.' },
    state: async () => {
      const { code, stdout } = await schtasks('/Query', ...named, '/XML', 'ONE')
      const { stdout: list } = await schtasks('/Query', ...named, '/FO', 'CSV', '/NH')
      return {
        isInstalled: code === 0 && stdout.includes('<Task'),
        isRunning: /"Running"\s*$/m.test(list),
        where: WINDOWS_TASK,
      }
    },
    install: async (spec) => {
      const path = join(stateDir, 'task.xml')
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
    stop: () => ensure('/End', ...named),
    uninstall: async () => {
      await schtasks('/End', ...named)
      await schtasks('/Delete', ...named, '/F')
      return { notes: [] }
    },
  }
}
