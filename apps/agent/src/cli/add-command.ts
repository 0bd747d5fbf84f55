import type { Command } from 'commander'
import type { CommandContext } from '../commands/shared/command-context.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import type { CommandTable } from './command-table.ts'

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

export const examplesText = (lines: readonly string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}\n`

export const addCommand = (
  program: Command,
  deps: ProgramDeps,
  name: string,
  usage: string,
  description: string,
  /** What stands under its `--help`. */
  examples: readonly string[],
): Command =>
  program
    .command(`${name}${usage}`)
    .description(description)
    .addHelpText('after', examplesText(examples))
    .exitOverride(wrongUsageOf(name, deps))
