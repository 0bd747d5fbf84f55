import { type Command, Option } from 'commander'
import { CONTINUE_TOOLS, type ContinueOptions } from '../commands/sessions/continue.tools.ts'
import type { RestoreOptions } from '../commands/sessions/restore.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'
import { wholeNumber } from './whole-number.ts'

/** Commands that go on with a session: in its own tool, or in another. */
export const addRestore = (program: Command, deps: ProgramDeps): void => {
  const { commands, run } = deps
  addCommand(
    program,
    deps,
    'restore',
    ' <id>',
    'write a session back to where its tool goes on from it',
    ['lore restore ses_01k9x2f0', 'lore restore ses_01k9x2f0 --out session.jsonl'],
  )
    .option('--out <file>', 'to this file instead of the place of the tool')
    .option(
      '--cwd <folder>',
      'to go on in this folder; that of the session by default, where it is here',
    )
    .option('--force', 'replace a file that is there')
    .action((id: string, _options: RestoreOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<RestoreOptions & Json>()
      return run(json === true, async (context) => {
        const { runRestore } = await import('../commands/sessions/restore.command.ts')
        return runRestore(context, id, options)
      })
    })
  addCommand(
    program,
    deps,
    'continue',
    ' <id>',
    'start another tool with a handover of a session',
    ['lore continue ses_01k9x2f0 --with codex', 'lore continue ses_01k9x2f0 --print --budget 4000'],
  )
    .addOption(new Option('--with <tool>', 'the tool to start').choices(CONTINUE_TOOLS))
    .addOption(
      new Option('--budget <tokens>', 'how long the handover may be').argParser(
        wholeNumber(20_000),
      ),
    )
    .option('--print', 'only print the handover')
    .action((id: string, _options: ContinueOptions, command: Command) => {
      const { json, ...options } = command.optsWithGlobals<ContinueOptions & Json>()
      return run(json === true, (context) => commands.continue(context, id, options))
    })
}
