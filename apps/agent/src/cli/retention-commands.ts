import { type Command, Option } from 'commander'
import type { RetentionOptions } from '../commands/sessions/retention.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

/** `lore retention`: how long a project keeps the text of its messages. */
export const addRetention = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'retention',
    ' [project]',
    'how long a project keeps the text of its messages',
    [
      'lore retention harbour',
      'lore retention harbour --days 120 --size 1GB --dry-run',
      'lore retention harbour --days 120 --size 1GB',
      'lore retention harbour --off',
    ],
  )
    .option('--days <n>', 'for admins: so many days after the last activity of a session')
    .option('--size <size>', 'for admins: so much of the project, such as 1GB')
    .addOption(
      new Option('--prompts <what>', 'for admins: what people typed').choices(['keep', 'remove']),
    )
    .option('--off', 'for admins: keep everything from now on')
    .option('--dry-run', 'only print all that would go, and what stays')
    .option('--yes', 'do not ask')
    .action((project: string | undefined, options: RetentionOptions, command: Command) =>
      deps.run(command.optsWithGlobals<Json>().json === true, async (context) =>
        (await import('../commands/sessions/retention.command.ts')).runRetention(
          context,
          project,
          options,
        ),
      ),
    )
}
