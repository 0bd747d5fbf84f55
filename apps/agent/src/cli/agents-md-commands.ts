import { MEMORY_KINDS } from '@teamlore/shared/memory-kinds'
import { type Command, Option } from 'commander'
import type { AgentsMdImportOptions } from '../commands/memories/agents-md-import.command.ts'
import type { AgentsMdPolicyOptions } from '../commands/memories/agents-md-policy.command.ts'
import type { AgentsMdOptions } from '../commands/memories/agents-md-project.ts'
import type { AgentsMdPullRequestOptions } from '../commands/memories/agents-md-pull-request.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

const load = () => import('../commands/memories/agents-md.command.ts')

const PROJECT = 'of this project: its name or id; that of this folder by default'

type Typed<O> = (command: Command) => O
const typedOf = <O extends object>(command: Command): O => {
  const { json: _, ...options } = command.optsWithGlobals<O & Json>()
  return options as O
}

const EXAMPLES = [
  'lore agents-md export',
  'lore agents-md export CLAUDE.md --dry-run',
  'lore agents-md import',
  'lore agents-md check',
  'lore agents-md pull-request on',
  'lore agents-md policy --kind decision gotcha --tokens 1000',
]

/** `lore agents-md`: what the team knows in the files that agents read, and back. */
export const addAgentsMd = (program: Command, deps: ProgramDeps): void => {
  const { run } = deps
  const isJson: Typed<boolean> = (command) => command.optsWithGlobals<Json>().json === true
  const parent = addCommand(
    program,
    deps,
    'agents-md',
    '',
    'write what the team knows into AGENTS.md or CLAUDE.md, and take edits back',
    EXAMPLES,
  )
    .helpCommand(false)
    .copyInheritedSettings(program)
  const add = (name: string, description: string) =>
    parent.command(`${name} [file]`).description(description).option('--project <name>', PROJECT)
  add('export', 'write the section; what was written by hand stays')
    .option('--dry-run', 'print the file instead of writing it')
    .action((file: string | undefined, _options: AgentsMdOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runAgentsMdExport(context, file, typedOf(command)),
      ),
    )
  add('import', 'propose what was edited by hand: as drafts that wait for a person')
    .option('--dry-run', 'only print what would be proposed')
    .option('--allow-deletions', 'go on where many entries were taken out')
    .action((file: string | undefined, _options: AgentsMdImportOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await import('../commands/memories/agents-md-import.command.ts')).runAgentsMdImport(
          context,
          file,
          typedOf(command),
        ),
      ),
    )
  add('check', 'for CI: fails where a file is not as the team knows it').action(
    (file: string | undefined, _options: AgentsMdOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await load()).runAgentsMdCheck(context, file, typedOf(command)),
      ),
  )
  addSettings(parent, deps)
}

/** What admins decide for a project. */
const addSettings = (parent: Command, { run }: ProgramDeps): void => {
  const isJson: Typed<boolean> = (command) => command.optsWithGlobals<Json>().json === true
  parent
    .command('policy')
    .description('what may be written; with an option, set it, for admins')
    .option('--project <name>', PROJECT)
    .addOption(new Option('--kind <kinds...>', 'these kinds alone').choices(MEMORY_KINDS))
    .option('--confidence <number>', 'from this confidence on, 0 to 1')
    .option('--tokens <number>', 'up to so many tokens, 100 to 8000')
    .option('--remove', 'take away what was set')
    .action((_options: AgentsMdPolicyOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (await import('../commands/memories/agents-md-policy.command.ts')).runAgentsMdPolicy(
          context,
          typedOf(command),
        ),
      ),
    )
  parent
    .command('pull-request [what]')
    .description(
      'whether the server keeps the section up to date by a pull request; on or off, for admins',
    )
    .option('--project <name>', PROJECT)
    .option('--file <name>', 'with on: AGENTS.md or CLAUDE.md')
    .action((what: string | undefined, _options: AgentsMdPullRequestOptions, command: Command) =>
      run(isJson(command), async (context) =>
        (
          await import('../commands/memories/agents-md-pull-request.command.ts')
        ).runAgentsMdPullRequest(context, what, typedOf(command)),
      ),
    )
}
