import { DISTIL_TOOLS } from '@teamlore/shared/distil-leases'
import { MCP_CLIENTS } from '@teamlore/shared/mcp-clients'
import { TOOL_NAMES } from '@teamlore/sources/tool-names'
import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import type { AutoAction, DistilWords } from '../commands/tools/distil-auto.command.ts'
import type { HooksOptions } from '../commands/tools/hook-run.ts'
import type { HooksAction } from '../commands/tools/hooks.command.ts'
import type { McpBridgeOptions } from '../commands/tools/mcp.command.ts'
import type { McpAction, McpOptions } from '../commands/tools/mcp-install.command.ts'
import type { ToolsAction } from '../commands/tools/tools.command.ts'
import { HOOK_TOOLS } from '../hooks/hook-tools.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { completionScript, SHELLS, type Shell } from './completions.ts'
import { wholeNumber } from './whole-number.ts'

export const addHooks = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'hooks',
    '',
    'let coding tools and git report sessions and commits, and get a brief at the start',
    [
      'lore hooks install --dry-run',
      'lore hooks install --tool claude-code codex',
      'lore hooks install --tool git        # in a repository',
      'lore hooks install --no-handover    # agents are not asked what they found',
      'lore hooks uninstall',
    ],
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
    [
      'lore tools',
      'lore tools off cursor windsurf',
      'lore tools on cursor',
      `lore tools --json | jq '.tools[] | select(.on | not)'`,
    ],
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

export const addDistil = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'distil',
    '',
    'have your own coding agent write down what your sessions found',
    [
      'lore distil --dry-run',
      'lore distil --with claude --since 30d',
      'lore distil --auto on --daily-tokens 300000',
      'lore distil --auto status',
    ],
  )
    .addOption(
      new Option('--with <agent>', 'the coding agent to ask')
        .choices([...DISTIL_TOOLS, 'auto'])
        .default('auto'),
    )
    .option('--model <name>', 'of the coding agent, as it names it; a small one by default')
    .option('--since <when>', 'only sessions begun since then: a day, or 90d ago', '90d')
    .option('--project <name>', 'only sessions of this project: its id or name')
    .option('--limit <n>', 'so many sessions and memories at most', wholeNumber(10_000), 1_000)
    .option('--dry-run', 'say what would be sent to whom and about what it costs, send nothing')
    .option('--yes', 'do not ask whether it may be sent')
    .addOption(
      new Option('--auto <state>', 'whether `lore watch` does so, once a session is quiet').choices(
        ['on', 'off', 'status'] satisfies AutoAction[],
      ),
    )
    .option('--daily-tokens <n>', 'with --auto on: a cap of the day', wholeNumber(1_000_000_000))
    .action((_options: DistilWords, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<DistilWords & Json>()
      return run(json === true, (context) => commands.distil(context, options))
    })
}

export const addMcp = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'mcp',
    '',
    'serve the team’s MCP tools to a coding agent that starts programs (on stdin and stdout), or set agents up',
    [
      'lore mcp install                    # in each client found here; each asks you to sign in',
      'lore mcp install codex --dry-run    # what would change',
      'lore mcp install claude-desktop --key',
      'lore mcp uninstall',
      'claude mcp add teamlore -- lore mcp  # by hand, with the stored key',
    ],
  )
    .addArgument(
      new Argument(
        '[action]',
        'write this server into the settings of agents, or take it out',
      ).choices(['install', 'uninstall'] satisfies McpAction[]),
    )
    .addArgument(
      new Argument('[clients...]', `of ${MCP_CLIENTS.join(', ')}; those found by default`),
    )
    .option('--key', 'of install: send the key that `lore login` stored, in the place of a sign-in')
    .option(
      '--book <name>',
      'the lorebook that is asked; that of the folder or of its repository by default',
    )
    .option('--dry-run', 'of install and uninstall: show what would change, write nothing')
    .action(
      (action: McpAction | undefined, names: string[], _options: object, command: Command) => {
        const { json, ...options } = command.optsWithGlobals<McpOptions & McpBridgeOptions & Json>()
        return run(json === true, (context) =>
          action === undefined
            ? commands.mcp(context, { book: options.book })
            : commands.changeMcp(context, action, { ...options, names }),
        )
      },
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
    [
      'eval "$(lore completions bash)"                    # in ~/.bashrc',
      'lore completions zsh > ~/.zfunc/_lore              # ~/.zfunc in your $fpath',
      'lore completions fish > ~/.config/fish/completions/lore.fish',
    ],
  )
    .addArgument(new Argument('<shell>', 'which one').choices(SHELLS))
    .action((shell: Shell) => deps.write(completionScript(shell, program)))
}
