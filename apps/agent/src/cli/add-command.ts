import type { Command } from 'commander'
import type { CommandContext } from '../commands/shared/command-context.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import type { CommandTable } from './command-table.ts'
import { EXAMPLES } from './examples.ts'

export type ProgramDeps = {
  version: string
  commands: CommandTable
  /** Runs a command in a context made from its options. */
  run: (isJson: boolean, work: (context: CommandContext) => Promise<ExitCode>) => Promise<void>
  write: (text: string) => void
  /** Called with the name of the command a wrong command line was for. */
  onWrongUsage: (command: string) => void
  helpWidth: number | undefined
}

export type Json = { json?: boolean }

export const wrongUsageOf =
  (name: string, { onWrongUsage }: ProgramDeps) =>
  (error: Error) => {
    onWrongUsage(name)
    throw error
  }

export const addCommand = (
  program: Command,
  deps: ProgramDeps,
  name: Exclude<keyof typeof EXAMPLES, 'lore'>,
  usage: string,
  description: string,
): Command =>
  program
    .command(`${name}${usage}`)
    .description(description)
    .addHelpText('after', EXAMPLES[name])
    .exitOverride(wrongUsageOf(name, deps))
