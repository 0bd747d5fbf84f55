import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { serverRoot } from '../../capture/state-store.ts'
import type { Config } from '../../env.ts'
import { CliError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { holderOf } from '../../locks/lock-file.ts'
import { watchLockPath } from '../../locks/watch-lock.ts'
import { type Connection, openConnection } from '../../platform/connection.ts'
import { VERSION } from '../../platform/version.ts'
import type { ServiceManager, ServiceSpec, ServiceState } from '../../service/service.types.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type DaemonAction = 'install' | 'status' | 'start' | 'stop' | 'uninstall'

type Deps = {
  /** Undefined on systems of which no way to keep a service is known. */
  findService: (context: CommandContext) => ServiceManager | undefined
  /** Program and words that start this very `lore`. */
  lore: readonly string[]
  /** So long the watch is given to begin. */
  beginsWithinMs: number
}

/** Keeps `lore watch` running by means of the system. */
export const makeRunDaemon =
  (deps: Deps) =>
  async (context: CommandContext, action: DaemonAction): Promise<ExitCode> => {
    const service = await usable(deps.findService(context))
    if (action === 'status') return showState(context, service)
    if (action === 'install') return install(context, service, deps)
    const { isInstalled } = await service.state()
    if (!isInstalled && action !== 'uninstall') throw notInstalled()
    const done = await service[action]()
    for (const note of done?.notes ?? []) context.warn(note)
    const words = {
      start: 'The agent was started.',
      stop: `The agent was stopped. It starts again ${service.returns === null ? '' : `${service.returns}, or `}with \`lore daemon start\`.`,
      uninstall: isInstalled
        ? `The agent was stopped and ${service.name} removed. What waits to be sent stays; \`lore import\` sends it.`
        : 'There was nothing to remove.',
    }
    return answer(context, service, { text: words[action] })
  }

const install = async (
  context: CommandContext,
  service: ServiceManager,
  { lore, beginsWithinMs }: Deps,
): Promise<ExitCode> => {
  const { config, paths } = context
  if (config.key !== undefined)
    throw new CliError({
      code: 'daemon.key_in_environment',
      message: 'LORE_KEY is set, and a service would not see it.',
      hint: 'Run `lore login`, which keeps a key of this machine’s own, unset LORE_SERVER and LORE_KEY, and install again.',
    })
  const connection = await openConnection(context)
  const spec: ServiceSpec = {
    command: [...lore, 'watch'],
    environment: serviceEnvironment(config, context),
    logFile: join(paths.stateDir, 'agent.log'),
    version: VERSION,
  }
  const { notes, hasChanged } = await service.install(spec)
  for (const note of notes) context.warn(note)
  const { state, isWatching } = await begun(context, service, { connection, beginsWithinMs })
  if (!isWatching) context.warn(state.trouble ?? NOT_YET)
  const text = hasChanged
    ? `Installed as ${service.name}: ${state.where}.${isWatching ? ' Sessions are sent from now on; `lore status` shows how it goes.' : ''}`
    : `It was installed already, as ${service.name}${isWatching ? ', and runs' : ''}.`
  await answer(context, service, { text, state })
  return state.isRunning ? EXIT.ok : EXIT.failed
}

const NOT_YET = 'It does not watch yet; `lore doctor` shows what is in the way.'
const LOOK_MS = 100

/** That a program was started does not say that it came to its work: that shows by the lock it takes. */
const begun = async (
  { paths }: CommandContext,
  service: ServiceManager,
  { connection, beginsWithinMs }: { connection: Connection; beginsWithinMs: number },
): Promise<{ state: ServiceState; isWatching: boolean }> => {
  const team = connection.stored?.team.id ?? ''
  const lock = watchLockPath(serverRoot(paths.stateDir, team))
  for (let waitedMs = 0; ; waitedMs += LOOK_MS) {
    const state = await service.state()
    const isWatching = state.isRunning && (await holderOf(lock)) !== undefined
    if (isWatching || state.trouble !== undefined || waitedMs >= beginsWithinMs)
      return { state, isWatching }
    await delay(LOOK_MS)
  }
}

/** Settings that were given to `install` hold for the service too: it starts with none of this shell's variables. */
const serviceEnvironment = (
  config: Config,
  { paths, surroundings: { platform } }: CommandContext,
): Record<string, string> => {
  const { PATH, NODE_EXTRA_CA_CERTS: certificates, NODE_USE_SYSTEM_CA } = config.systemVariables
  const given: Record<string, string | undefined> = {
    ...config.toolVariables,
    // Services have one of their own, without the folders of users. A task of Windows has that of the login.
    PATH: platform === 'win32' ? undefined : searchPath(PATH),
    NODE_EXTRA_CA_CERTS: certificates === undefined ? undefined : resolve(certificates),
    NODE_USE_SYSTEM_CA,
    LORE_CONFIG_DIR: config.configDir === undefined ? undefined : paths.configDir,
    LORE_STATE_DIR: config.stateDir === undefined ? undefined : paths.stateDir,
    LORE_MEMORY_FILES: config.memoryFiles === 'all' ? undefined : config.memoryFiles,
    LORE_SPOOL_MB: String(config.spoolLimitBytes / 1e6),
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

/** Folders that do not depend on where one is. */
const searchPath = (path: string | undefined): string | undefined =>
  path?.split(delimiter).filter(isAbsolute).join(delimiter) || undefined

const usable = async (service: ServiceManager | undefined): Promise<ServiceManager> => {
  const problem =
    service === undefined
      ? { message: 'No way to keep a service is known for this system.' }
      : await service.problem()
  if (service !== undefined && problem === undefined) return service
  throw new CliError({
    code: 'daemon.unavailable',
    message: `${problem?.message} So \`lore daemon\` cannot be used here.`,
    hint:
      problem?.remedy === undefined
        ? `Have ${OTHERWISE}`
        : `${problem.remedy} Or have ${OTHERWISE}`,
  })
}

const OTHERWISE =
  '`lore watch` run by other means: in a terminal or tmux, from your shell’s login file as `nohup lore watch >/dev/null 2>&1 &`, from cron as `@reboot lore watch`, or as a service of the supervisor you have. Several at once do no harm: only one works.'

const notInstalled = (): CliError =>
  new CliError({
    code: 'daemon.not_installed',
    message: 'The agent is not installed as a service.',
    hint: 'Run `lore daemon install`.',
  })

const showState = async (context: CommandContext, service: ServiceManager): Promise<ExitCode> => {
  const state = await service.state()
  await answer(context, service, { text: stateText(state, service.name), state })
  return state.isRunning ? EXIT.ok : EXIT.failed
}

const stateText = ({ isInstalled, isRunning, trouble }: ServiceState, name: string): string => {
  if (!isInstalled) return 'Not installed. `lore daemon install` has the agent run from login on.'
  if (isRunning) return `Installed as ${name} and running. \`lore status\` says how it is doing.`
  return `Installed as ${name}, but not running. ${trouble ?? '`lore daemon start` starts it.'}`
}

const answer = async (
  { output, isJson }: CommandContext,
  service: ServiceManager,
  { text, state }: { text: string; state?: ServiceState },
): Promise<ExitCode> => {
  if (isJson) {
    const { isInstalled, isRunning, where, trouble } = state ?? (await service.state())
    output.json({
      service: service.name,
      installed: isInstalled,
      running: isRunning,
      where,
      trouble: trouble ?? null,
    })
  } else output.print([text])
  return EXIT.ok
}
