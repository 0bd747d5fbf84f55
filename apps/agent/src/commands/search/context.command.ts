import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ContextResponse, IngestProject, LoreClient } from '@teamlore/shared'
import { CliError, usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim, yellow } from '../../output/line.ts'
import { printableLines } from '../../output/printable.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import { createProjectResolver } from '../../project/resolve-project.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { showLastBrief } from './show-last-brief.ts'

export type ContextOptions = {
  project?: string | undefined
  /** Of all projects, not only of that of this folder. */
  all?: boolean | undefined
  budget?: number | undefined
  /** That goes on: by its id, or the name its tool gives it. */
  session?: string | undefined
  /** Who reads it. */
  model?: string | undefined
  /** Percent of what the model can read at once. */
  share?: number | undefined
  /** Instead: what a session on this machine was given at its start. */
  last?: boolean | undefined
}

/** A folder in no repository, such as one's home, may be of no project; then all are meant. */
const projectHere = async (
  client: LoreClient,
  folder: IngestProject,
): Promise<string | undefined> => {
  try {
    return await projectOfFolder(client, folder, HINT)
  } catch (error) {
    const isRepository = existsSync(join(folder.root_path, '.git'))
    if (isRepository || !(error instanceof CliError)) throw error
    return undefined
  }
}

const HINT = 'Name one with --project, or ask of all of them with --all.'

/** Of what is named, else of the project of this folder. */
const fetchBrief = async (
  context: CommandContext,
  words: readonly string[],
  { project, all = false, budget, session, model, share }: ContextOptions,
): Promise<ContextResponse> => {
  if (share !== undefined && model === undefined)
    throw usageError('--share is a part of what a model can read.', 'Name it with --model.')
  if (share !== undefined && budget !== undefined)
    throw usageError('--share and --budget exclude each other.', 'Give one of them.')
  for (const [name, value] of Object.entries({ project, session, model }))
    if (value?.trim() === '')
      throw usageError(`--${name} is empty.`, `Give it a value, or leave --${name} out.`)
  const { client } = await openConnection(context)
  // A session is of its own project.
  const isOfFolder = !all && project === undefined && session === undefined
  const here = isOfFolder ? await createProjectResolver()(context.cwd()) : null
  const question = words.join(' ').trim()
  return client.context({
    project: project ?? (here === null ? undefined : await projectHere(client, here)),
    q: question === '' ? undefined : question,
    budget_tokens: budget,
    session,
    model,
    share,
  })
}

const hasOptions = (asked: object): boolean =>
  Object.entries(asked).some(([name, value]) => name !== 'json' && value !== undefined)

/** The brief for somebody about to work: what the team knows of a project, or of what is about to be done. */
export const runContext = async (
  context: CommandContext,
  words: readonly string[],
  { project, all = false, last, ...asked }: ContextOptions,
): Promise<ExitCode> => {
  const { output } = context
  if (last) {
    if (words.length > 0 || project !== undefined || all || hasOptions(asked))
      throw usageError(
        '--last goes alone.',
        'It shows what was given in the project of this folder, else the last that was given on this machine.',
      )
    return showLastBrief(context)
  }
  if (all && project !== undefined)
    throw usageError('--all and --project exclude each other.', 'Leave one of them out.')
  const brief = await fetchBrief(context, words, { project, all, ...asked })
  if (context.isJson) {
    output.json(brief)
    return EXIT.ok
  }
  output.print(...printableLines(brief.text.trimEnd()).map((line) => [line]))
  if (brief.notes.length > 0)
    output.note(...brief.notes.map((note) => [yellow('note'), `  ${note}`]))
  const { count, tokens } = brief.left_out
  if (count > 0)
    output.note([
      dim(
        `${count} left out for the budget (${plural(tokens, 'token')}); --budget N gives them room.`,
      ),
    ])
  if (brief.included.length > 0) output.note([dim('`lore show ID` opens what it rests on.')])
  return EXIT.ok
}
