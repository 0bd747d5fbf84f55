import type { Command } from 'commander'
import type { TagOptions, WordsOptions } from '../commands/sessions/session-notes.command.ts'
import { addCommand, type Json, type ProgramDeps } from './add-command.ts'

const load = () => import('../commands/sessions/session-notes.command.ts')
const isJson = (command: Command): boolean => command.optsWithGlobals<Json>().json === true

/** `lore tag`, `lore annotate`, `lore summarize`: what a person says of a session. */
export const addSessionNotes = (program: Command, deps: ProgramDeps): void => {
  addCommand(
    program,
    deps,
    'tag',
    ' [session] [tags...]',
    'mark a session with tags, or list all tags',
    ['lore tag ses_01k9x2f0 perf release-2.1', 'lore tag ses_01k9x2f0 perf --remove', 'lore tag'],
  )
    .option('--remove', 'remove these tags')
    .action((session: string | undefined, tags: string[], options: TagOptions, command: Command) =>
      deps.run(isJson(command), async (context) =>
        (await load()).runTag(context, session, tags, options),
      ),
    )
  addWords(program, deps, {
    name: 'annotate',
    kind: 'annotation',
    says: 'add a remark of your own to a session',
    examples: [
      'lore annotate ses_01k9x2f0 "The second try is the one we kept."',
      'lore annotate --remove note_01k9x2f0',
    ],
  })
  addWords(program, deps, {
    name: 'summarize',
    kind: 'summary',
    says: 'sum a session up in your own words; a new summary replaces your last one',
    examples: [
      'lore summarize ses_01k9x2f0 "Moved the tide tables into one file."',
      'lore summarize ses_01k9x2f0 < summary.md',
    ],
  })
}

type Words = {
  name: 'annotate' | 'summarize'
  kind: 'annotation' | 'summary'
  says: string
  examples: readonly string[]
}

const addWords = (
  program: Command,
  deps: ProgramDeps,
  { name, kind, says, examples }: Words,
): void => {
  addCommand(program, deps, name, ' [session] [words...]', says, examples)
    .option('--remove <note>', 'remove a note, by its id')
    .option('--restore <note>', 'restore a note that was removed')
    .action((session: string | undefined, words: string[], options: WordsOptions, command) =>
      deps.run(isJson(command), async (context) =>
        (await load()).runWords(context, kind, session, words, options),
      ),
    )
}
