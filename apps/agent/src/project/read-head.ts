import { stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type RunGit, runGit } from './run-git.ts'

export type Head = { branch: string | null; commit: string | null }

/** What is checked out in a folder; null where there is no repository, or no commit yet. */
export type HeadOf = (cwd: string) => Promise<Head | null>

/** Commits are made without the file `HEAD` changing. */
const KEPT_MS = 5_000

type Known = { at: number; stamp: string; head: Promise<Head | null> }

/**
 * Answers are kept for a few seconds, for a session brings many messages at once; but never past a checkout, which shows
 * in the file `HEAD`: a message keeps the branch it is given here.
 */
export const createHeadReader = ({
  git = runGit,
  clock,
}: {
  git?: RunGit
  clock: () => number
}): HeadOf => {
  const known = new Map<string, Known>()
  const headFileOf = createHeadFiles(git, clock)
  return async (cwd) => {
    if (!isAbsolute(cwd)) return null
    // Looked at before git is asked: a checkout in between is noticed the next time.
    const stamp = await stampOf(await headFileOf(cwd))
    const before = known.get(cwd)
    if (before?.stamp === stamp && clock() - before.at < KEPT_MS) return before.head
    if (known.size > 200) known.clear()
    const head = readHead(cwd, git)
    known.set(cwd, { at: clock(), stamp, head })
    return head
  }
}

/** Where the `HEAD` of a folder's repository lies; that of a worktree is its own. */
const createHeadFiles = (git: RunGit, clock: () => number) => {
  const known = new Map<string, { at: number; file: Promise<string | null> }>()
  const find = async (cwd: string): Promise<string | null> => {
    const folder = await git(cwd, ['rev-parse', '--absolute-git-dir'])
    return folder ? join(folder, 'HEAD') : null
  }
  return (cwd: string): Promise<string | null> => {
    const before = known.get(cwd)
    if (before !== undefined && clock() - before.at < KEPT_MS) return before.file
    if (known.size > 200) known.clear()
    const file = find(cwd)
    known.set(cwd, { at: clock(), file })
    return file
  }
}

const stampOf = async (file: string | null): Promise<string> => {
  const found = file === null ? null : await stat(file, { bigint: true }).catch(() => null)
  return found === null ? '' : [found.ino, found.size, found.mtimeNs].join(' ')
}

const readHead = async (cwd: string, git: RunGit): Promise<Head | null> => {
  const [commit = '', name = ''] =
    (await git(cwd, ['rev-parse', 'HEAD', '--abbrev-ref', 'HEAD']))?.split('\n') ?? []
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return null
  // A detached HEAD is on no branch.
  return { commit, branch: name === '' || name === 'HEAD' ? null : name.slice(0, 500) }
}
