import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { hookPlaces } from '../../hooks/hook-places.ts'
import { readLedger } from '../../hooks/ledger.ts'
import { openConnection } from '../../platform/connection.ts'
import type { InstalledProgram, RunToEnd } from '../../program/install-program.ts'
import type { ServiceManager } from '../../service/service.types.ts'
import type { CommandContext } from '../shared/command-context.ts'

export type UpgradeDeps = {
  install: (context: CommandContext, server: string) => Promise<InstalledProgram>
  findService: (context: CommandContext) => ServiceManager | undefined
  /** Starts the new program, with these words. */
  runNew: (script: string, words: readonly string[]) => ReturnType<RunToEnd>
}

/** Takes the agent of the server, whichever version that is, and starts again what runs of it. */
export const makeRunUpgrade =
  ({ install, findService, runNew }: UpgradeDeps) =>
  async (context: CommandContext): Promise<ExitCode> => {
    const { output, isJson } = context
    const { server } = await openConnection(context)
    const { version, script, hasChanged } = await install(context, server)
    const failed = hasChanged
      ? await reinstallWithNew(context, script, { findService, runNew })
      : []
    if (isJson) output.json({ server, version, script, changed: hasChanged, failed })
    else
      output.print([
        hasChanged
          ? `lore is ${version} now, as the server has it.`
          : `lore is ${version} already, as the server has it.`,
      ])
    return failed.length > 0 ? EXIT.failed : EXIT.ok
  }

/** Has the new program put in again what the former one did. @returns what failed. */
const reinstallWithNew = async (
  context: CommandContext,
  script: string,
  { findService, runNew }: Pick<UpgradeDeps, 'findService' | 'runNew'>,
): Promise<string[]> => {
  const failed: string[] = []
  for (const words of await whatRuns(context, findService(context))) {
    const { code, stderr } = await runNew(script, words)
    if (code === 0) continue
    failed.push(words.join(' '))
    context.warn(`\`lore ${words.join(' ')}\` failed: ${stderr.trim()}`)
  }
  return failed
}

/** Services and hooks were put in by the program as it was, maybe from elsewhere. */
const whatRuns = async (
  { paths, surroundings }: CommandContext,
  service: ServiceManager | undefined,
): Promise<string[][]> => {
  const isService = (await service?.state())?.isInstalled === true
  const { ledger } = hookPlaces(paths, surroundings.platform)
  const hasHooks = (await readLedger(ledger)).length > 0
  return [
    ...(hasHooks ? [['hooks', 'install']] : []),
    // Another version is another service to the system, and is started again.
    ...(isService
      ? [
          ['daemon', 'stop'],
          ['daemon', 'install'],
          ['daemon', 'start'],
        ]
      : []),
  ]
}
