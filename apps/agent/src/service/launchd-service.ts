import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureRan } from './ensure-ran.ts'
import { LAUNCHD_LABEL, launchdPlist } from './launchd-plist.ts'
import { pollUntil } from './poll-until.ts'
import { replaceText } from './replace-text.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'

type Options = { run: RunProgram; home: string; uid: number; pauseMs?: number }

/** "Input/output error" and "operation already in progress": what launchd says while it still puts the last one away. */
const PASSING = new Set([5, 37])
/** It gives a program 20 s to end. */
const UNLOADS_WITHIN = 250
const LOADS_WITHIN = 50

/** The launchd of macOS. */
export const createLaunchdService = ({
  run,
  home,
  uid,
  pauseMs = 100,
}: Options): ServiceManager => {
  const path = join(home, 'Library', 'LaunchAgents', `${LAUNCHD_LABEL}.plist`)
  const domain = `gui/${uid}`
  const target = `${domain}/${LAUNCHD_LABEL}`
  const launchctl = (...words: string[]) => run('launchctl', words)
  const isLoaded = async () => (await launchctl('print', target)).code === 0
  const load = async (): Promise<void> => {
    const words = ['bootstrap', domain, path]
    // What was switched off once would not be loaded.
    await launchctl('enable', target)
    let done = await launchctl(...words)
    await pollUntil(
      async () => {
        if (PASSING.has(done.code)) done = await launchctl(...words)
        return !PASSING.has(done.code)
      },
      { times: LOADS_WITHIN, pauseMs },
    )
    ensureRan(`launchctl ${words.join(' ')}`, done)
  }
  /** Kept alive, it can only be stopped by unloading it, which takes as long as its program takes to end. */
  const unload = async (): Promise<void> => {
    await launchctl('bootout', target)
    await pollUntil(async () => !(await isLoaded()), { times: UNLOADS_WITHIN, pauseMs })
  }

  return {
    name: 'a LaunchAgent',
    returns: 'when you next log in',
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
      if (hasChanged && (await isLoaded())) await unload()
      if (await isLoaded()) await launchctl('kickstart', target)
      else await load()
      return { notes: [], hasChanged }
    },
    start: async () => {
      if (!(await isLoaded())) await load()
      await launchctl('kickstart', target)
    },
    stop: unload,
    uninstall: async () => {
      await unload()
      await rm(path, { force: true })
      return { notes: [] }
    },
  }
}
