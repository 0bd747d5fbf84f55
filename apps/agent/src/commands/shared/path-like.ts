import { stat } from 'node:fs/promises'
import { basename, dirname, relative, resolve, sep } from 'node:path'
import { nearestPath } from '@teamlore/shared/nearest-path'
import { type RunGit, runGit } from '../../project/run-git.ts'
import type { CommandContext } from './command-context.ts'
import { nearestName } from './nearest-name.ts'

/** Files of git that a slip is measured against. */
const MAX_FILES = 20_000

/** A file of the checkout whose path is like the one that was typed: of its name, beside it, or else alike as a whole. */
export const pathLike = async (
  git: RunGit,
  root: string,
  path = '',
): Promise<string | undefined> => {
  const listed = await git(root, ['ls-files', '-z', '--cached', '--others', '--exclude-standard'])
  const files = (listed ?? '').split('\0').filter(Boolean).slice(0, MAX_FILES)
  if (files.includes(path)) return undefined
  const named = files.filter((one) => basename(one) === basename(path))
  const beside = files.filter((one) => dirname(one) === dirname(path))
  return (
    nearestPath(path, named) ??
    named[0] ??
    nearestName(path, beside) ??
    nearestPath(path, files) ??
    undefined
  )
}

/** What was perhaps meant by a path that somebody typed in a folder, as it is typed there. */
export const pathLikeHere = async (
  git: RunGit,
  cwd: string,
  typed: string,
): Promise<string | undefined> => {
  const root = await git(cwd, ['rev-parse', '--show-toplevel'])
  if (root === null) return undefined
  const prefix = (await git(cwd, ['rev-parse', '--show-prefix'])) ?? ''
  const like = await pathLike(git, root, `${prefix}${typed.replace(/^\.\//, '')}`)
  return like === undefined
    ? undefined
    : relative(prefix || '.', like)
        .split(sep)
        .join('/')
}

/** Says what was perhaps meant: a slip in a path finds nothing, or anchors a memory where nobody looks. */
export const noteMeant = async (
  { cwd, output }: Pick<CommandContext, 'cwd' | 'output'>,
  typed: string,
): Promise<void> => {
  const isThere = await stat(resolve(cwd(), typed)).then(
    () => true,
    () => false,
  )
  const meant = isThere ? undefined : await pathLikeHere(runGit, cwd(), typed)
  if (meant !== undefined) output.note([`There is no file ${typed} here. Did you mean ${meant}?`])
}
