import { Argument, type Command } from 'commander'
import type { GraphAction, GraphOptions } from '../commands/graph.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

/** Commands that tell of code. */
export const addCode = (program: Command, deps: ProgramDeps): void => {
  addGraph(program, deps)
}

const addGraph = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(program, deps, 'graph', '', 'tell the team which files of a repository import which')
    .addArgument(
      new Argument('<action>', 'what to do').choices([
        'build',
        'watch',
        'status',
        'show',
      ] satisfies GraphAction[]),
    )
    .argument('[file]', 'of `show`: the file to show')
    .option('--full', 'send all of it, whatever the server has')
    .option('--dry-run', 'say what there is, send nothing')
    .action(
      (action: GraphAction, file: string | undefined, _options: GraphOptions, command: Command) => {
        const { json, ...options } = command.optsWithGlobals<GraphOptions & Json>()
        return run(json === true, (context) => commands.graph(context, action, file, options))
      },
    )
}
