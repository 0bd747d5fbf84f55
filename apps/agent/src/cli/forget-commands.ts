import type { Command } from 'commander'
import type { ForgetOptions } from '../commands/sessions/forget.command.ts'
import type { HoldOptions } from '../commands/sessions/holds.command.ts'
import { usageError } from '../errors/cli-error.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

const load = () => import('../commands/sessions/forget.command.ts')

const loadHolds = () => import('../commands/sessions/holds.command.ts')

type Options = ForgetOptions & HoldOptions & { list?: boolean; undo?: string; holds?: boolean }

/** Each of these is a task of its own: of two, one would be left undone without a word. */
const ensureOneTask = (ids: readonly string[], options: Options): void => {
  const { list, undo, hold, lift, holds } = options
  const { mine, project, before, person, confirm, dryRun, reason } = options
  const tasks = Object.entries({ list, undo, hold, lift, holds }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`],
  )
  if (tasks.length === 0 && reason !== undefined)
    throw usageError('--reason says why something is held.', 'Give it with --hold.')
  const [first, second] = tasks
  if (first === undefined) return
  if (second !== undefined)
    throw usageError(`${first} and ${second} exclude each other.`, 'Do one after the other.')
  const isForgetting =
    ids.length > 0 ||
    [mine, project, before, person, confirm, dryRun].some((value) => value !== undefined)
  if (isForgetting || (reason !== undefined && hold === undefined))
    throw usageError(
      `${first} goes alone.`,
      `Leave out what is to be forgotten, or leave ${first} out.`,
    )
}

/** `lore forget`: has what the server keeps forgotten, and undoes that. */
export const addForget = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'forget',
    ' [ids...]',
    'have sessions, messages or memories forgotten',
    [
      'lore forget ses_01k9x2f0 --dry-run',
      'lore forget ses_01k9x2f0',
      'lore forget --mine --before 90d',
      'lore forget --project harbour --confirm harbour',
      'lore forget --list',
      'lore forget --undo del_01k9x2f0',
    ],
  )
    .option('--mine', 'all sessions of yours')
    .option('--project <project>', 'of this project: with --mine yours, else all, for admins')
    .option('--before <time>', 'those that ended before a day, or so long ago: 2026-05-01, 90d')
    .option('--person <id>', 'all of a person with their name and access: usr_…, or me')
    .option('--confirm <name>', 'the name of the project or the person, where all of it goes')
    .option('--dry-run', 'only print all that would go, and what stays')
    .option('--yes', 'do not ask')
    .option('--list', 'what waits to be purged, and receipts of what was')
    .option('--undo <deletion>', 'show again what was forgotten, until it is purged')
    .option('--hold <id>', 'for admins: keep a person, project or session from being deleted')
    .option('--reason <text>', 'why it is held')
    .option('--lift <id>', 'end a hold')
    .option('--holds', 'what is held')
    .action((ids: string[], options: Options, command: Command) =>
      deps.run(command.optsWithGlobals<Json>().json === true, async (context) => {
        const { hold, lift, holds } = options
        ensureOneTask(ids, options)
        if (hold !== undefined || lift !== undefined || holds === true)
          return (await loadHolds()).runHolds(context, options)
        const { runDeletions, runForget, runUndoForget } = await load()
        if (options.undo !== undefined) return runUndoForget(context, options.undo)
        return options.list === true ? runDeletions(context) : runForget(context, ids, options)
      }),
    )
}
