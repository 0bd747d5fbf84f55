import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureRan } from './ensure-ran.ts'
import { replaceText } from './replace-text.ts'
import type { RunProgram, ServiceManager } from './service.types.ts'
import { systemdUnit } from './systemd-unit.ts'

const UNIT = 'teamlore-agent.service'

type Options = { run: RunProgram; home: string; configHome: string | undefined; user: string }

/** The systemd of a user on Linux. */
export const createSystemdService = ({ run, home, configHome, user }: Options): ServiceManager => {
  const path = join(configHome ?? join(home, '.config'), 'systemd', 'user', UNIT)
  const systemctl = (...words: string[]) => run('systemctl', ['--user', ...words])
  const ensure = async (...words: string[]): Promise<void> =>
    ensureRan(`systemctl --user ${words.join(' ')}`, await systemctl(...words))

  return {
    name: 'a systemd user unit',
    problem: async () => {
      const { code, stdout, stderr } = await systemctl('is-system-running')
      if (code === 127) return 'systemd is not installed here.'
      // `degraded` and the like end with 1 too, but say so on stdout.
      return code === 0 || /^(running|degraded|starting|initializing|maintenance)\b/.test(stdout)
        ? undefined
        : `The systemd of your user does not answer (${firstLine(stderr) || firstLine(stdout) || `code ${code}`}).`
    },
    state: async () => {
      const { stdout } = await systemctl('show', UNIT, '--property=LoadState,ActiveState')
      return {
        isInstalled: /^LoadState=loaded$/m.test(stdout),
        isRunning: /^ActiveState=(active|activating|reloading)$/m.test(stdout),
        where: path,
      }
    },
    install: async (spec) => {
      await mkdir(dirname(path), { recursive: true })
      const hasChanged = await replaceText(path, systemdUnit(spec))
      await ensure('daemon-reload')
      await ensure('enable', UNIT)
      await ensure(hasChanged ? 'restart' : 'start', UNIT)
      const lingers = await run('loginctl', ['enable-linger', user])
      const notes =
        lingers.code === 0
          ? []
          : [
              'It runs as long as you are logged in. To have it run from the start of the machine on: `loginctl enable-linger`.',
            ]
      return { notes, hasChanged }
    },
    start: () => ensure('start', UNIT),
    stop: () => ensure('stop', UNIT),
    uninstall: async () => {
      await systemctl('disable', '--now', UNIT)
      await rm(path, { force: true })
      await systemctl('daemon-reload')
      await systemctl('reset-failed', UNIT)
    },
  }
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
