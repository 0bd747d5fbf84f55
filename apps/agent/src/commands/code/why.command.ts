import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { WhyFormat, WhyResponse } from '@teamlore/shared/why'
import { usageError } from '../../errors/cli-error.ts'
import { EXIT, type ExitCode } from '../../errors/exit-codes.ts'
import { blameFile } from '../../git/blame-file.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import type { Output } from '../../output/output.ts'
import { printableLines } from '../../output/printable.ts'
import { openConnection } from '../../platform/connection.ts'
import { projectOfFolder } from '../../project/project-of-folder.ts'
import type { ResolveProject } from '../../project/resolve-project.ts'
import type { RunGit } from '../../project/run-git.ts'
import type { CommandContext } from '../shared/command-context.ts'
import { parseFileRange } from '../shared/parse-file-range.ts'
import { pathLike } from '../shared/path-like.ts'
import { pathInProject } from '../shared/project-path.ts'

export type WhyOptions = {
  project?: string | undefined
  diff?: string | undefined
  about?: string | undefined
  budget?: number | undefined
  format?: WhyFormat | undefined
}

type Deps = { resolveProject: ResolveProject; git: RunGit }
type Asked = { paths: string[]; line: number | undefined }

const MAX_PATHS = 100

/** `src/x.ts:12`; a file may have a colon in its name, so only a number at the end is a line. */
const readTarget = (typed: string): { path: string; line: number | undefined } => {
  // What stands behind a second colon is a column, as compilers write it.
  const { file, range } = parseFileRange(typed.replace(/:(\d+):\d+$/, ':$1'))
  return { path: file, line: range?.from }
}

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
  if (diff !== undefined) return { paths: await filesOfDiff(git, root, diff), line: undefined }
  const { path, line } = readTarget(file ?? '')
  return { paths: [pathInProject(context.cwd(), root, path)], line }
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

/** What git says of the line in this checkout; nothing where it knows none such. The path it had then stays with git. */
const blameOf = async (
  root: string,
  path: string,
  line: number | undefined,
): Promise<{ line_sha?: string; line_print?: string }> => {
  if (line === undefined) return {}
  const [blamed] = await blameFile(root, path, { from: line, to: line }).catch(() => [])
  return {
    ...(blamed?.sha ? { line_sha: blamed.sha } : {}),
    ...(blamed?.print ? { line_print: blamed.print } : {}),
  }
}

/**
 * What is known of a file is shown, though it is gone. What holds for its folder does not make it one: a slip of the finger
 * would be answered as if it were none. @throws CliError where neither the file is nor anything known of it.
 */
const ensureFile = async (
  git: RunGit,
  { root, file }: { root: string; file: string },
  { paths, included, suggestion }: WhyResponse,
): Promise<void> => {
  if (included.some(({ reason }) => reason !== 'parent_folder')) return
  const typed = readTarget(file).path
  const found = await stat(join(root, paths[0] ?? '')).catch(() => null)
  if (found !== null && included.length > 0) return
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
}

/** `lore why FILE[:LINE]`: what the team knows of code. */
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
    const { paths, line } = await askedFor(context, deps, { root, file, diff })
    if (paths.length === 0) {
      output.note([`Nothing differs from ${diff}.`])
      return EXIT.ok
    }
    const { client } = await openConnection(context)
    const why = await client.why({
      project: named ?? (project === null ? root : await projectOfFolder(client, project)),
      path: paths.slice(0, MAX_PATHS).join('\n'),
      line,
      ...(await blameOf(root, paths[0] ?? '', line)),
      about: about ?? (await workSince(deps.git, root, diff)),
      budget_tokens: budget,
      format,
    })
    // Of another project this folder says nothing.
    if (file !== undefined && named === undefined) await ensureFile(deps.git, { root, file }, why)
    if (isJson) output.json(why)
    else printWhy(output, why, paths.length)
    return EXIT.ok
  }

const printWhy = (output: Output, { text }: WhyResponse, asked: number): void => {
  output.print(...printableLines(text.trimEnd()).map((line) => [line]))
  if (asked > MAX_PATHS)
    output.note([dim(`Only the first ${MAX_PATHS} of ${plural(asked, 'file')} were asked about.`)])
}
