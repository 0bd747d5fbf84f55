import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ensureRan } from './ensure-ran.ts'
import { replaceText } from './replace-text.ts'
import type { RunProgram, ServiceManager, ServiceProblem, ServiceState } from './service.types.ts'
import { systemdUnit } from './systemd-unit.ts'

const UNIT = 'teamlore-agent.service'
const MESSAGES = 'journalctl --user -u teamlore-agent -n 20'

type Options = {
  run: RunProgram
  home: string
  configHome: string | undefined
  user: string
  /** Where the systemd of the user listens: /run/user/UID. */
  runtimeDir: string
}

/** The systemd of a user on Linux. */
export const createSystemdService = (options: Options): ServiceManager => {
  const { run, user } = options
  const systemctl = makeSystemctl(options)
  const ensure = async (...words: string[]): Promise<void> =>
    ensureRan(`systemctl --user ${words.join(' ')}`, await systemctl(...words))
  const findPath = async () => join(await findUnitFolder(systemctl, options), UNIT)
  const lingers = async () =>
    /^Linger=yes$/m.test((await run('loginctl', ['show-user', user, '--property=Linger'])).stdout)

  return {
    name: 'a systemd user unit',
    returns: 'when you next log in or the machine starts',
    problem: async () => problemIn(await systemctl('is-system-running'), user),
    state: async () => stateIn((await systemctl('show', UNIT, SHOWN)).stdout, await findPath()),
    install: async (spec) => {
      const path = await findPath()
      await mkdir(dirname(path), { recursive: true })
      const hasChanged = await replaceText(path, systemdUnit(spec))
      await ensure('daemon-reload')
      await ensure('enable', UNIT)
      await ensure(hasChanged ? 'restart' : 'start', UNIT)
      const isKept =
        (await lingers()) || (await run('loginctl', ['enable-linger', user])).code === 0
      return { notes: isKept ? [] : [endsWithLogin(user)], hasChanged }
    },
    start: () => ensure('start', UNIT),
    stop: () => ensure('stop', UNIT),
    uninstall: async () => {
      const path = await findPath()
      const isThere = existsSync(path)
      await systemctl('disable', '--now', UNIT)
      await rm(path, { force: true })
      await systemctl('daemon-reload')
      await systemctl('reset-failed', UNIT)
      return { notes: isThere && (await lingers()) ? [staysLingering(user)] : [] }
    },
  }
}

type Systemctl = (...words: string[]) => ReturnType<RunProgram>

/** After `su` or `sudo` the variable names somebody else's systemd or none, while our own may well run. */
const makeSystemctl =
  ({ run, runtimeDir }: Options): Systemctl =>
  (...words) =>
    run(
      'systemctl',
      ['--user', ...words],
      existsSync(join(runtimeDir, 'systemd', 'private')) ? { XDG_RUNTIME_DIR: runtimeDir } : {},
    )

/**
 * A folder of the user in which systemd itself looks for units: its XDG_CONFIG_HOME may be another than that of this shell,
 * where nobody would find them.
 */
const findUnitFolder = async (
  systemctl: Systemctl,
  { home, configHome }: Options,
): Promise<string> => {
  const own = join(configHome ?? join(home, '.config'), 'systemd', 'user')
  const looked = (await systemctl('show', '--property=UnitPath', '--value')).stdout.trim()
  const folders = looked.split(/\s+/)
  if (looked === '' || looked.includes(own)) return own
  const isOfUser = (folder: string) => folder.startsWith(home) && folder.endsWith('/systemd/user')
  return folders.find(isOfUser) ?? own
}

const problemIn = (
  { code, stdout, stderr }: Awaited<ReturnType<RunProgram>>,
  user: string,
): ServiceProblem | undefined => {
  if (code === 127) return { message: 'systemd is not installed here.' }
  // `degraded` and the like end with 1 too, but say so on stdout.
  if (code === 0 || /^(running|degraded|starting|initializing|maintenance)\b/.test(stdout)) return
  if (/^offline\b/.test(stdout))
    return { message: 'systemd is installed here, but did not start this system.' }
  const said = withoutAdvice(firstLine(stderr) || firstLine(stdout)) || `code ${code}`
  return { message: `No systemd of ${user} answers (${said}).`, remedy: haveItAnswer(user) }
}

/** Of another user's systemd, which is not what anybody wants here. */
const withoutAdvice = (text: string): string => text.replace(/ \(consider using [^)]*\)/, '')

const haveItAnswer = (user: string): string =>
  user === 'root'
    ? 'Run it as the user whose sessions are to be sent, without `sudo`; or, if that is root, run `loginctl enable-linger root` first.'
    : `Log in as ${user} at the machine or by ssh, as \`su\` and \`sudo\` start no systemd; or have it run always: \`sudo loginctl enable-linger ${user}\`. Then run the command again.`

const SHOWN = '--property=LoadState,ActiveState,SubState,FragmentPath,ExecMainCode,ExecMainStatus'

const stateIn = (shown: string, path: string): ServiceState => {
  const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(shown)?.[1] ?? ''
  const isWaiting = value('SubState').startsWith('auto-restart')
  return {
    isInstalled: value('LoadState') === 'loaded',
    isRunning: !isWaiting && /^(active|activating|reloading)$/.test(value('ActiveState')),
    where: value('FragmentPath') || path,
    trouble: isWaiting
      ? `It ended (${howItEnded(value('ExecMainCode'), value('ExecMainStatus'))}) and is started again within 10 s; \`${MESSAGES}\` shows why.`
      : undefined,
  }
}

/** `code` as waitid(2) has it: 1 is an end of its own. */
const howItEnded = (code: string, status: string): string => {
  if (code !== '1') return `signal ${status}`
  return status === '203' ? 'what it runs is not there' : `code ${status}`
}

const endsWithLogin = (user: string): string =>
  `It runs as long as ${user} is logged in. To have it run from the start of the machine on: \`sudo loginctl enable-linger ${user}\`.`

const staysLingering = (user: string): string =>
  `What ${user} has systemd run goes on without a login, as other services may need that. If none does: \`loginctl disable-linger ${user}\`.`

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? ''
