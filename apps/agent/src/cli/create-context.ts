import type { CliIo, CommandContext } from '../commands/shared/command-context.ts'
import type { Config } from '../env.ts'
import { yellow } from '../output/line.ts'
import { createOutput, type Output } from '../output/output.ts'
import { resolvePaths } from '../platform/paths.ts'

export const outputOf = (io: CliIo, config: Pick<Config, 'colors' | 'isDumbTerminal'>): Output =>
  createOutput({ ...config, stdout: io.stdout, stderr: io.stderr })

export const createContext = async (
  io: CliIo,
  { isJson }: { isJson: boolean },
): Promise<CommandContext> => {
  const config = await io.loadConfig()
  const output = outputOf(io, config)
  return {
    config,
    paths: resolvePaths(config),
    output,
    isJson,
    stdin: io.stdin,
    now: io.now,
    home: io.home,
    cwd: io.cwd,
    surroundings: {
      home: io.home,
      platform: process.platform,
      variables: config.toolVariables,
    },
    onInterrupt: io.onInterrupt,
    warn: (message) => output.note([yellow('note'), `  ${message}`]),
  }
}
