import { gitText } from '../../git/spawn-git.ts'
import { plural } from '../../output/format.ts'
import { dim } from '../../output/line.ts'
import type { Output } from '../../output/output.ts'
import { printableLines } from '../../output/printable.ts'
import type { RunGit } from '../../project/run-git.ts'
import { type Lines, noSuchLine } from './why-lines.ts'

/** A file, or lines of it, as a commit of this checkout left it. */
export type CodeThen = {
  /** Its hash. */
  commit: string
  path: string
  /** Of all lines of the file. */
  total: number
  from: number
  lines: string[]
}

/** `revision`: what was typed, where it is no time. */
type Asked = {
  path: string | undefined
  lines: Lines | undefined
  revision: string | undefined
  at: string
}

const MAX_LINES = 20
/** Nobody asks about a line of a larger file. */
const MAX_BYTES = 10_000_000

/** The commit that a tag, branch or hash means here; of a time, the last one before it on the way to this checkout. */
const commitThen = async (
  git: RunGit,
  root: string,
  { revision, at }: Asked,
): Promise<string | null> => {
  const found =
    revision === undefined
      ? await git(root, ['rev-list', '-1', '--first-parent', `--before=${at}`, 'HEAD', '--'])
      : await git(root, [
          'rev-parse',
          '--verify',
          '--quiet',
          '--end-of-options',
          `${revision}^{commit}`,
        ])
  return found === null || found === '' ? null : found
}

const textAt = async (git: RunGit, root: string, place: string): Promise<string | undefined> => {
  const size = Number((await git(root, ['cat-file', '-s', place])) ?? Number.NaN)
  if (!(size <= MAX_BYTES)) return undefined
  return gitText(root, ['cat-file', 'blob', place]).catch(() => undefined)
}

/**
 * Undefined where git does not have it: no repository, no commit then, or no such file in it.
 *
 * @throws CliError where the file had fewer lines.
 */
export const codeThen = async (
  git: RunGit,
  root: string,
  asked: Asked,
): Promise<CodeThen | undefined> => {
  const { path, lines } = asked
  if (path === undefined || Number.isNaN(Date.parse(asked.at))) return undefined
  const commit = await commitThen(git, root, asked)
  if (commit === null) return undefined
  const text = await textAt(git, root, `${commit}:${path}`)
  if (text === undefined) return undefined
  const all = text === '' ? [] : text.replace(/\n$/, '').split('\n')
  if (lines !== undefined && lines.to > all.length)
    throw noSuchLine(path, { has: 'had', count: all.length, ...lines })
  const from = lines?.from ?? 1
  const shown =
    lines === undefined ? [] : all.slice(from - 1, Math.min(lines.to, from - 1 + MAX_LINES))
  return { commit, path, total: all.length, from, lines: shown }
}

/** The lines that are asked for, above what is known of them. */
export const printCodeThen = (
  output: Output,
  { commit, path, total, from, lines }: CodeThen,
): void => {
  output.print([dim(`${path} at ${commit.slice(0, 10)}, ${plural(total, 'line')}`)])
  for (const [n, line] of lines.entries())
    output.print(
      ...printableLines(line).map((shown) => [dim(`${String(from + n).padStart(5)}  `), shown]),
    )
  output.print([''])
}
