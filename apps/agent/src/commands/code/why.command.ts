import { stat } from 'node:fs/promises'
import { join } from 'node:path'
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
import { pathLike } from '../shared/path-like.ts'
import { pathInProject } from '../shared/project-path.ts'
import { askedLines, ensureLines, type Lines, readTarget } from './why-lines.ts'

export type WhyOptions = {
  project?: string | undefined
  diff?: string | undefined
  about?: string | undefined
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
  { paths, included, suggestion }: WhyResponse,
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
  const meant = found === null ? (suggestion ?? (await pathLike(git, root, paths[0]))) : undefined
  if (found === null)
    throw usageError(
      `There is no file ${typed} here, and the server knows nothing of one.`,
      meant === undefined
        ? 'Give its path as seen from this folder, or ask in words: `lore search WORDS`.'
        : `Did you mean ${meant}?`,
    )
  return undefined
}

/** `lore why FILE[:LINE[-LINE]]`: what the team knows of code. */
export const makeRunWhy =
  (deps: Deps) =>
  async (
    context: CommandContext,
    file: string | undefined,
    { project: named, diff, about, budget, format }: WhyOptions,
  ): Promise<ExitCode> => {
    const { output, isJson } = context
    const project = await deps.resolveProject(context.cwd())
    const root = project?.root_path ?? context.cwd()
    const { paths, lines } = await askedFor(context, deps, { root, file, diff })
    if (paths.length === 0) {
      output.note([`Nothing differs from ${diff}.`])
      return EXIT.ok
    }
    // Of another project this folder says nothing.
    const own = named === undefined ? file : undefined
    await ensureLines(root, own, paths[0])
    const { client } = await openConnection(context)
    const why = await client.why({
      project: named ?? (project === null ? root : await projectOfFolder(client, project)),
      path: paths.slice(0, MAX_PATHS).join('\n'),
      ...(await askedLines(root, paths[0] ?? '', lines)),
      about: about ?? (await workSince(deps.git, root, diff)),
      budget_tokens: budget,
      format,
    })
    const note = await noteOnFile(deps.git, { root, file: own }, why)
    if (note !== undefined) output.note([note])
    if (isJson) output.json(why)
    else printWhy(output, why, paths.length)
    return EXIT.ok
  }

const printWhy = (output: Output, { text }: WhyResponse, asked: number): void => {
  output.print(...printableLines(text.trimEnd()).map((line) => [line]))
  if (asked > MAX_PATHS)
    output.note([dim(`Only the first ${MAX_PATHS} of ${plural(asked, 'file')} were asked about.`)])
}
