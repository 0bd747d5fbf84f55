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
  })
  addWords(program, deps, {
    name: 'summarize',
    kind: 'summary',
    says: 'sum a session up in your own words; a new summary replaces your last one',
  })
}

type Words = { name: 'annotate' | 'summarize'; kind: 'annotation' | 'summary'; says: string }

const addWords = (program: Command, deps: ProgramDeps, { name, kind, says }: Words): void => {
  addCommand(program, deps, name, ' [session] [words...]', says)
    .option('--remove <note>', 'remove a note, by its id')
    .option('--restore <note>', 'restore a note that was removed')
    .action((session: string | undefined, words: string[], options: WordsOptions, command) =>
      deps.run(isJson(command), async (context) =>
        (await load()).runWords(context, kind, session, words, options),
      ),
    )
}
