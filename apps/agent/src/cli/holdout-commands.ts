import type { Command } from 'commander'
import type { HoldoutOptions } from '../commands/projects/holdout.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

/** `lore holdout`: whether some sessions of a project begin without a brief, and how they go. */
export const addHoldout = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'holdout',
    ' [project]',
    'compare sessions that begin with a brief and without one',
    ['lore holdout harbour', 'lore holdout harbour --share 20', 'lore holdout harbour --off'],
  )
    .option('--share <percent>', 'for admins: so many percent of sessions begin without a brief')
    .option('--off', 'for admins: every session begins with a brief from now on')
    .action((project: string | undefined, options: HoldoutOptions, command: Command) =>
      deps.run(command.optsWithGlobals<Json>().json === true, async (context) =>
        (await import('../commands/projects/holdout.command.ts')).runHoldout(
          context,
          project,
          options,
        ),
      ),
    )
}
