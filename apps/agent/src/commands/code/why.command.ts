import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoreClient } from '@teamlore/shared'
import { askMeant } from '@teamlore/shared/nearest-path'
import type { WhyFormat, WhyResponse } from '@teamlore/shared/why'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import type { Output } from '../../output/output.ts'
import { printableLines } from '../../output/printable.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import type { RunGit } from '../../project/run-git.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { isTime, parseAsOf } from '../shared/parse-as-of.ts'
import { pathLike } from '../shared/path-like.ts'
import { pathInProject } from '../shared/project-path.ts'
import { type CodeThen, codeThen, printCodeThen } from './code-then.ts'
import { askedLines, ensureLines, type Lines, rangeOf, readTarget } from './why-lines.ts'

export type WhyOptions = {
  project?: string | undefined
  diff?: string | undefined
  about?: string | undefined
  asOf?: string | undefined
  budget?: number | undefined
  format?: WhyFormat | undefined
}

type Deps = { resolveProject: ResolveProject; git: RunGit }
type Asked = { paths: string[]; lines: Lines | undefined }

const MAX_PATHS = 100

const filesOfDiff = async (git: RunGit, root: string, ref: string): Promise<string[]> => {
  if (ref.startsWith('-'))
    throw usageError(
      'A ref does not begin with a dash.',
      'Name a branch or a commit: `lore why --diff main`.',
    )
  const output = await git(root, ['diff', '--name-only', '-z', ref, '--'])
  if (output === null)
    throw usageError(
      `git does not know ${ref} here.`,
      'Name a branch or a commit: `lore why --diff main`.',
    )
  return output.split('\0').filter((path) => path !== '')
}

const askedFor = async (
  context: CommandContext,
  { git }: Deps,
  { root, file, diff }: { root: string; file: string | undefined; diff: string | undefined },
): Promise<Asked> => {
  if ((file === undefined) === (diff === undefined))
    throw usageError(
      'Name one file, or --diff with a branch or commit.',
      '`lore why src/x.ts:12`, `lore why --diff main`.',
    )
  if (diff !== undefined) return { paths: await filesOfDiff(git, root, diff), lines: undefined }
  const { path, lines } = readTarget(file ?? '')
  return { paths: [pathInProject(context.cwd(), root, path)], lines }
}

/** What a branch is about, in the words that stand with it. */
const workSince = async (
  git: RunGit,
  root: string,
  ref: string | undefined,
): Promise<string | undefined> => {
  if (ref === undefined) return undefined
  const branch = await git(root, ['rev-parse', '--abbrev-ref', 'HEAD'])
  const subjects = await git(root, ['log', '--format=%s', '-n', '50', `${ref}..HEAD`, '--'])
  const words = [branch === null ? '' : branch.replace(/[-_/]+/g, ' '), subjects ?? '']
  return words.join('\n').trim().slice(0, 4_000) || undefined
}

/**
 * What is known of a file is shown, though it is gone. What holds for its folder does not make it one: a slip of the finger
 * would be answered as if it were none.
 *
 * @returns a note on a file that only the server knows.
 * @throws CliError where neither the file is nor anything known of it.
 */
const noteOnFile = async (
  git: RunGit,
  { root, file }: { root: string; file: string | undefined },
  {
    paths,
    included,
    suggestion,
    suggestions = suggestion === null ? [] : [suggestion],
  }: WhyResponse,
): Promise<string | undefined> => {
  if (file === undefined) return undefined
  const typed = readTarget(file).path
  const found = await stat(join(root, paths[0] ?? '')).catch(() => null)
  if (found !== null && included.length > 0) return undefined
  if (included.some(({ reason }) => reason !== 'parent_folder')) {
    const like = await pathLike(git, root, paths[0])
    const meant =
      like === undefined ? 'This is what the server knows of it.' : `Did you mean ${like}?`
    return `There is no file ${typed} here. ${meant}`
  }
  if (found?.isDirectory())
    throw usageError(
      `${typed} is a folder, and nothing is known of it as a whole.`,
      'Name a file in it, such as `lore why src/x.ts`, or ask in words: `lore search WORDS`.',
    )
  if (found !== null) return undefined
  const near = suggestions.length > 0 ? undefined : await pathLike(git, root, paths[0])
  const meant = near === undefined ? suggestions : [near]
  throw usageError(
    `There is no file ${typed} here, and the server knows nothing of one.`,
    meant.length === 0
      ? 'Give its path as seen from this folder, or ask in words: `lore search WORDS`.'
      : askMeant(meant),
  )
}

const nameOf = async (
  client: LoreClient,
  project: Awaited<ReturnType<ResolveProject>>,
  root: string,
): Promise<string> => (project === null ? root : projectOfFolder(client, project))

/** The time that is asked about, with the code of this checkout as it was then. */
type Past = { as_of: string; code: CodeThen | undefined }

const pastOf = async (
  context: CommandContext,
  git: RunGit,
  {
    root,
    own,
    asOf,
    paths,
    lines,
  }: Asked & { root: string; own: string | undefined; asOf: string },
): Promise<Past> => {
  const as_of = await parseAsOf(context, asOf)
  if (own === undefined) return { as_of, code: undefined }
  const revision = isTime(asOf, context.now()) ? undefined : asOf
  const code = await codeThen(git, root, { path: paths[0], lines, revision, at: as_of })
  return { as_of, code }
}

/** `lore why FILE[:LINE[-LINE]]`: what the team knows of code, or knew then. */
export const makeRunWhy =
  (deps: Deps) =>
  async (
    context: CommandContext,
    file: string | undefined,
    options: WhyOptions,
  ): Promise<ExitCode> => {
    const { project: named, diff, about, asOf, budget, format } = options
    const { output } = context
    const project = await deps.resolveProject(context.cwd())
    const root = project?.root_path ?? context.cwd()
    const { paths, lines } = await askedFor(context, deps, { root, file, diff })
    if (paths.length === 0) {
      output.note([`Nothing differs from ${diff}.`])
      return EXIT.ok
    }
    // Of another project this folder says nothing.
    const own = named === undefined ? file : undefined
    const past =
      asOf === undefined
        ? undefined
        : await pastOf(context, deps.git, { root, own, asOf, paths, lines })
    if (past === undefined) await ensureLines(root, own, paths[0])
    const { client } = await openConnection(context)
    const why = await client.why({
      project: named ?? (await nameOf(client, project, root)),
      path: paths.slice(0, MAX_PATHS).join('\n'),
      ...(await linesThen(root, paths[0], { lines, past })),
      about: about ?? (await workSince(deps.git, root, diff)),
      as_of: past?.as_of,
      ...(await isHere(root, own, paths[0])),
      budget_tokens: budget,
      format,
    })
    // What was there then may be nowhere now.
    if (past === undefined) await sayNoteOnFile(output, deps.git, { root, file: own, why })
    printAnswer(context, why, { asked: paths.length, code: past?.code })
    return EXIT.ok
  }

/** Of a file that is here no other is to be answered for, though nobody knows anything of it yet. */
const isHere = async (
  root: string,
  own: string | undefined,
  path = '',
): Promise<{ exact?: true }> => {
  const found = own === undefined ? null : await stat(join(root, path)).catch(() => null)
  return found === null ? {} : { exact: true }
}

/** Who wrote the lines then git says of that commit alone; of today's lines it would name whoever came later. */
const linesThen = (
  root: string,
  path: string | undefined,
  { lines, past }: { lines: Lines | undefined; past: Past | undefined },
) =>
  past !== undefined && past.code === undefined
    ? rangeOf(lines)
    : askedLines(root, path ?? '', lines, past?.code?.commit)

const sayNoteOnFile = async (
  output: Output,
  git: RunGit,
  { why, ...asked }: { root: string; file: string | undefined; why: WhyResponse },
): Promise<void> => {
  const note = await noteOnFile(git, asked, why)
  if (note !== undefined) output.note([note])
}

type Printed = { asked: number; code: CodeThen | undefined }

const printAnswer = (
  { output, isJson }: CommandContext,
  why: WhyResponse,
  { asked, code }: Printed,
): void => {
  if (isJson) {
    output.json({ ...why, ...(code === undefined ? {} : { code_then: code }) })
    return
  }
  if (code !== undefined) printCodeThen(output, code)
  output.print(...printableLines(why.text.trimEnd()).map((line) => [line]))
  if (asked > MAX_PATHS)
    output.note([dim(`Only the first ${MAX_PATHS} of ${plural(asked, 'file')} were asked about.`)])
}
