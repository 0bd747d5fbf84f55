import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { withoutUserInfo } from '@teamlore/redaction'
import type { IngestProject } from '@teamlore/shared'
import { runGit as git, type RunGit } from './run-git.ts'

export type ResolveProject = (cwd: string | null) => Promise<IngestProject | null>

/**
 * Which repository a folder belongs to, as far as this machine can tell now: top folder, remote and first commit. A
 * folder that is gone, or in no repository, is its own project. Answers are remembered for the life of the function.
 */
export const createProjectResolver = (runGit: RunGit = git): ResolveProject => {
  const known = new Map<string, Promise<IngestProject>>()
  return async (cwd) => {
    if (cwd === null) return null
    const before = known.get(cwd)
    if (before !== undefined) return before
    const found = factsOf(cwd, runGit)
    known.set(cwd, found)
    return found
  }
}

/** Where Claude Code puts worktrees of a project; once one is gone, its path alone tells whose it was. */
const WORKTREE = /[\\/]\.claude[\\/]worktrees[\\/].*$/

const factsOf = async (cwd: string, runGit: RunGit): Promise<IngestProject> => {
  const bare: IngestProject = {
    remote_url: null,
    root_commit: null,
    root_path: cwd.replace(WORKTREE, '') || cwd,
  }
  if (!isAbsolute(cwd) || !(await isFolder(cwd))) return bare
  const top = await runGit(cwd, ['rev-parse', '--show-toplevel', '--is-shallow-repository'])
  const [root_path, isShallow] = top?.split('\n') ?? []
  if (root_path === undefined || root_path === '') return bare
  const [remote_url, roots] = await Promise.all([
    remoteOf(cwd, runGit),
    // Where a shallow clone was cut off is not where the project began.
    isShallow === 'true' ? null : runGit(cwd, ['rev-list', '--max-parents=0', 'HEAD']),
  ])
  const root = roots?.split('\n').findLast((line) => /^[0-9a-f]{40,64}$/.test(line))
  return { remote_url: withoutUserInfo(remote_url), root_commit: root ?? null, root_path }
}

const remoteOf = async (cwd: string, runGit: RunGit): Promise<string | null> => {
  const remotes = await runGit(cwd, ['config', '--get-regexp', '^remote\\..*\\.url$'])
  const urls = (remotes ?? '').split('\n').flatMap((line) => {
    const [name = '', ...url] = line.split(' ')
    return url.length > 0 ? [{ name, url: url.join(' ') }] : []
  })
  const chosen = urls.find(({ name }) => name === 'remote.origin.url') ?? urls[0]
  return chosen === undefined ? null : chosen.url.slice(0, 2_000)
}

const isFolder = async (path: string): Promise<boolean> => {
  try {
    return (await stat(path)).isDirectory()
  } catch {
    return false
  }
}
