import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureRan } from './ensure-ran.ts'
import { LAUNCHD_LABEL, launchdPlist } from './launchd-plist.ts'
import { replaceText } from './replace-text.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'

type Options = { run: RunProgram; home: string; uid: number }

/** The launchd of macOS. */
export const createLaunchdService = ({ run, home, uid }: Options): ServiceManager => {
  const path = join(home, 'Library', 'LaunchAgents', `${LAUNCHD_LABEL}.plist`)
  const domain = `gui/${uid}`
  const target = `${domain}/${LAUNCHD_LABEL}`
  const launchctl = (...words: string[]) => run('launchctl', words)
  const isLoaded = async () => (await launchctl('print', target)).code === 0
  const load = async (): Promise<void> => {
    const words = ['bootstrap', domain, path]
    ensureRan(`launchctl ${words.join(' ')}`, await launchctl(...words))
  }

  return {
    name: 'a LaunchAgent',
    problem: async () =>
      (await launchctl('print', domain)).code === 0
        ? undefined
        : {
            message:
              'launchd does not answer for your user; log in at the screen of this machine once.',
          },
    state: async () => {
      const { code, stdout } = await launchctl('print', target)
      return { isInstalled: code === 0, isRunning: /state = running/.test(stdout), where: path }
    },
    install: async (spec) => {
      await mkdir(dirname(path), { recursive: true })
      await mkdir(dirname(spec.logFile), { recursive: true, mode: 0o700 })
      const hasChanged = await replaceText(path, launchdPlist(spec))
      if (hasChanged && (await isLoaded())) await launchctl('bootout', target)
      await launchctl('enable', target)
      if (await isLoaded()) await launchctl('kickstart', target)
      else await load()
      return { notes: [], hasChanged }
    },
    start: async () => {
      if (!(await isLoaded())) await load()
      await launchctl('kickstart', target)
    },
    // Kept alive, it can only be stopped by unloading it.
    stop: async () => {
      await launchctl('bootout', target)
    },
    uninstall: async () => {
      await launchctl('bootout', target)
      await rm(path, { force: true })
      return { notes: [] }
    },
  }
}
