import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { Argument, type Command, InvalidArgumentError } from 'commander'
import type { HooksOptions } from '../commands/tools/hook-run.ts'
import type { HooksAction } from '../commands/tools/hooks.command.ts'
import type { ToolsAction } from '../commands/tools/tools.command.ts'
import { HOOK_TOOLS } from '../hooks/hook-tools.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { completionScript, SHELLS, type Shell } from './completions.ts'

export const addHooks = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'hooks',
    '',
    'let coding tools and git report sessions and commits, and get a brief at the start',
  )
    // `work` is what a hook calls, and nobody types it.
    .addArgument(
      new Argument('<action>', 'what to do with them')
        .choices(['install', 'uninstall', 'status'])
        .argParser(hooksAction),
    )
    .option('--tool <name...>', `only these: ${HOOK_TOOLS.join(', ')}`)
    .option('--project', 'for the project of this folder')
    .option('--user', 'for everything you do')
    .option('--dry-run', 'show what would change, write nothing')
    .option('--handover', 'of install: ask agents what their sessions found, as at first')
    .option('--no-handover', 'of install: do not ask agents what their sessions found')
    .action((action: HooksAction, _options: HooksOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<HooksOptions & Json>()
      return run(json === true, (context) => commands.hooks(context, action, options))
    })
}

export const addTools = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'tools',
    '',
    'list the coding tools whose sessions are read here, and switch one off or on',
  )
    .addArgument(
      new Argument('[action]', 'what to do')
        .choices(['list', 'on', 'off'] satisfies ToolsAction[])
        .default('list'),
    )
    .addArgument(new Argument('[names...]', `of ${TOOL_NAMES.join(', ')}`))
    .action((action: ToolsAction, names: string[], _options: object, command: Command) =>
      run(command.optsWithGlobals<Json>().json === true, (context) =>
        commands.tools(context, action, names),
      ),
    )
}

export const addMcp = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'mcp',
    '',
    'serve the team’s MCP tools to a coding agent that starts programs (on stdin and stdout)',
  ).action((_options: object, command: Command) =>
    run(command.optsWithGlobals<Json>().json === true, (context) => commands.mcp(context)),
  )
}

const hooksAction = (word: string): HooksAction => {
  if (word === 'install' || word === 'uninstall' || word === 'status' || word === 'work')
    return word
  throw new InvalidArgumentError('Allowed choices are install, uninstall, status.')
}

/** Its answer is made of this very command line, so that it never falls behind. */
export const addCompletions = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'completions',
    '',
    'print what makes your shell complete commands and options of lore',
  )
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .action((shell: Shell) => deps.write(completionScript(shell, program)))
}
