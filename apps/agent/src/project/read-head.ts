import { isAbsolute } from 'node:path'
import { type RunGit, runGit } from './run-git.ts'

export type Head = { branch: string | null; commit: string | null }

/** What is checked out in a folder; null where there is no repository, or no commit yet. */
export type HeadOf = (cwd: string) => Promise<Head | null>

const KEPT_MS = 5_000

/** Answers are kept for a few seconds: a session brings many messages at once. */
export const createHeadReader = ({
  git = runGit,
  clock,
}: {
  git?: RunGit
  clock: () => number
}): HeadOf => {
  const known = new Map<string, { at: number; head: Promise<Head | null> }>()
  return (cwd) => {
    const before = known.get(cwd)
    if (before !== undefined && clock() - before.at < KEPT_MS) return before.head
    if (known.size > 200) known.clear()
    const head = readHead(cwd, git)
    known.set(cwd, { at: clock(), head })
    return head
  }
}

const readHead = async (cwd: string, git: RunGit): Promise<Head | null> => {
  if (!isAbsolute(cwd)) return null
  const [commit = '', name = ''] =
    (await git(cwd, ['rev-parse', 'HEAD', '--abbrev-ref', 'HEAD']))?.split('\n') ?? []
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return null
  // A detached HEAD is on no branch.
  return { commit, branch: name === '' || name === 'HEAD' ? null : name.slice(0, 500) }
}
