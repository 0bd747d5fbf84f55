import type { RunGit } from '../project/run-git.ts'
import { commentSigns } from './comment-signs.ts'

/**
 * Whether the files that comments are read of are those of the last commit: what somebody has changed and not committed yet, the
 * team still has. Where git does not say, they are not.
 */
export const isAsCommitted = async (root: string, git: RunGit): Promise<boolean> => {
  const status = await git(root, [
    ...['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all'],
    ...['--ignore-submodules=all', '--', '.'],
  ])
  if (status === null) return false
  const changed = status.split('\0').map((entry) => entry.slice('XY '.length))
  return !changed.some((path) => path.endsWith('.loreignore') || commentSigns(path).length > 0)
}
