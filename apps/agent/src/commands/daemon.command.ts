import { join } from 'node:path'
import { CliError } from '../cli/cli-error.ts'
import type { CommandContext } from '../cli/command-context.ts'
import { EXIT, type ExitCode } from '../cli/exit-codes.ts'
import type { Config } from '../env.ts'
import { openConnection } from '../platform/connection.ts'
import type { ServiceManager, ServiceSpec } from '../service/service.types.ts'

export type DaemonAction = 'install' | 'status' | 'start' | 'stop' | 'uninstall'

type Deps = {
  /** Undefined on systems of which no way to keep a service is known. */
  findService: (context: CommandContext) => ServiceManager | undefined
  /** Program and words that start this very `lore`. */
  lore: readonly string[]
}

/** Keeps `lore watch` running by means of the system. */
export const makeRunDaemon =
  ({ findService, lore }: Deps) =>
  async (context: CommandContext, action: DaemonAction): Promise<ExitCode> => {
    const service = await usable(findService(context))
    if (action === 'status') return tellState(context, service)
    if (action === 'install') return install(context, { service, lore })
    const { isInstalled } = await service.state()
    if (!isInstalled && action !== 'uninstall') throw notInstalled()
    await service[action]()
    const words = {
      start: 'The agent was started.',
      stop: 'The agent was stopped. It starts again at your next login, or with `lore daemon start`.',
      uninstall: isInstalled
        ? `The agent was stopped and ${service.name} removed. What waits to be sent stays; \`lore import\` sends it.`
        : 'There was nothing to remove.',
    }
    return answer(context, service, words[action])
  }

const install = async (
  context: CommandContext,
  { service, lore }: { service: ServiceManager; lore: readonly string[] },
): Promise<ExitCode> => {
  const { config, paths } = context
  if (config.key !== undefined)
    throw new CliError({
      code: 'daemon.key_in_environment',
      message: 'LORE_KEY is set, and a service would not see it.',
      hint: 'Run `lore login`, which keeps a key of this machine’s own, unset LORE_SERVER and LORE_KEY, and install again.',
    })
  await openConnection(context)
  const spec: ServiceSpec = {
    command: [...lore, 'watch'],
    environment: serviceEnvironment(config, context),
    logFile: join(paths.stateDir, 'agent.log'),
  }
  const { notes, hasChanged } = await service.install(spec)
  for (const note of notes) context.warn(note)
  const state = await service.state()
  return answer(
    context,
    service,
    hasChanged
      ? `Installed as ${service.name}: ${state.where}. Sessions are sent from now on; \`lore status\` tells how it goes.`
      : `It was installed already, as ${service.name}, and runs.`,
  )
}

/** Settings that were given to `install` hold for the service too: it starts with none of this shell's variables. */
const serviceEnvironment = (config: Config, { paths }: CommandContext): Record<string, string> => {
  const given: Record<string, string | undefined> = {
    ...config.toolVariables,
    LORE_CONFIG_DIR: config.configDir === undefined ? undefined : paths.configDir,
    LORE_STATE_DIR: config.stateDir === undefined ? undefined : paths.stateDir,
    LORE_MEMORY_FILES: config.memoryFiles === 'all' ? undefined : config.memoryFiles,
    LORE_SPOOL_MB: String(config.spoolLimitBytes / 1e6),
  }
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const usable = async (service: ServiceManager | undefined): Promise<ServiceManager> => {
  const problem =
    service === undefined
      ? 'No way to keep a service is known for this system.'
      : await service.problem()
  if (service !== undefined && problem === undefined) return service
  throw new CliError({
    code: 'daemon.unavailable',
    message: `${problem} So \`lore daemon\` cannot be used here.`,
    hint: 'Have `lore watch` run by other means: in a terminal or tmux, from your shell’s login file as `nohup lore watch >/dev/null 2>&1 &`, from cron as `@reboot lore watch`, or as a service of the supervisor you have. Several at once do no harm: only one works.',
  })
}

const notInstalled = (): CliError =>
  new CliError({
    code: 'daemon.not_installed',
    message: 'The agent is not installed as a service.',
    hint: 'Run `lore daemon install`.',
  })

const tellState = async (context: CommandContext, service: ServiceManager): Promise<ExitCode> => {
  const { isInstalled, isRunning } = await service.state()
  const text = !isInstalled
    ? 'Not installed. `lore daemon install` has the agent run from login on.'
    : isRunning
      ? `Installed as ${service.name} and running. \`lore status\` tells how it is doing.`
      : `Installed as ${service.name}, but not running. \`lore daemon start\` starts it.`
  await answer(context, service, text)
  return isRunning ? EXIT.ok : EXIT.failed
}

const answer = async (
  { output, isJson }: CommandContext,
  service: ServiceManager,
  text: string,
): Promise<ExitCode> => {
  if (isJson) {
    const { isInstalled, isRunning, where } = await service.state()
    output.json({ service: service.name, installed: isInstalled, running: isRunning, where })
  } else output.print([text])
  return EXIT.ok
}
