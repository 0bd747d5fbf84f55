import { isAbsolute } from 'node:path'
import { withoutUserInfo } from '@teamlore/redaction'
import type { IngestProject } from '@teamlore/shared'
import { remoteKey } from '@teamlore/shared/remote-key'
import {
  folderAbove,
  holdsHome,
  isFolder,
  repositoryNames,
  worktreesBeside,
} from './gone-folder.ts'
import { runGit as git, type RunGit } from './run-git.ts'

/** What the session itself says of where it was. */
type Stated = { remote?: string | null | undefined }
export type ResolveProject = (cwd: string | null, stated?: Stated) => Promise<IngestProject | null>

/**
 * Which repository a folder belongs to, as far as this machine can say now: top folder, remote and first commit. A folder in no
 * repository is its own project. One that is gone belongs to the remote that its session names, to the checkout above it, or to the
 * repository of worktrees beside it. Answers are remembered for the life of the function.
 */
export const createProjectResolver = (runGit: RunGit = git): ResolveProject => {
  const known = new Map<string, Promise<IngestProject>>()
  const byName = createKnownNames()

  const find = async (cwd: string, remote: string | null): Promise<IngestProject> => {
    const isThere = isAbsolute(cwd) && (await isFolder(cwd))
    const found = isThere ? await factsOf(cwd, runGit) : await factsOfGone(cwd, { remote, runGit })
    if (isThere && found.remote_url === null && remote !== null) found.remote_url = remote
    const isKnown = found.remote_url !== null || found.root_commit !== null
    if (isKnown) byName.note(found)
    return isKnown || isThere ? found : (byName.of(cwd) ?? found)
  }

  return async (cwd, stated = {}) => {
    if (cwd === null) return null
    const remote = withoutUserInfo(stated.remote ?? null)
    const name = `${cwd}\n${remote ?? ''}`
    const before = known.get(name)
    if (before !== undefined) return before
    const found = find(cwd, remote)
    known.set(name, found)
    return found
  }
}

/** Repositories that sessions were in, by the names of their folders. */
const createKnownNames = () => {
  const projects = new Map<string, Map<string, IngestProject>>()
  return {
    note: (project: IngestProject): void => {
      const name = project.root_path.split(/[\\/]/).findLast((part) => part !== '') ?? ''
      const { remote_url, root_commit } = project
      const identity = remote_url === null ? (root_commit ?? '') : remoteKey(remote_url)
      projects.set(name, (projects.get(name) ?? new Map()).set(identity, project))
    },
    /** The one that a worktree is of by its name; undefined where several are called so. */
    of: (cwd: string): IngestProject | undefined => {
      for (const name of repositoryNames(cwd)) {
        const [only, another] = projects.get(name)?.values() ?? []
        if (only !== undefined && another === undefined) return only
      }
      return undefined
    },
  }
}

/** Where Claude Code puts worktrees of a project; once one is gone, its path alone says whose it was. */
const WORKTREE = /[\\/]\.claude[\\/]worktrees[\\/].*$/

type Gone = { remote: string | null; runGit: RunGit }

const factsOfGone = async (cwd: string, { remote, runGit }: Gone): Promise<IngestProject> => {
  const above = await checkoutAbove(cwd, runGit)
  if (above !== null && (remote === null || isOf(remote, above))) return above
  const bare = bareProject(cwd)
  if (remote !== null) return { ...bare, remote_url: remote }
  for (const folder of await worktreesBeside(cwd)) {
    const beside = await factsOf(folder, runGit)
    if (beside.root_commit !== null || beside.remote_url !== null) return beside
  }
  return bare
}

const isOf = (remote: string, { remote_url }: IngestProject): boolean =>
  remote_url !== null && remoteKey(remote) === remoteKey(remote_url)

const checkoutAbove = async (cwd: string, runGit: RunGit): Promise<IngestProject | null> => {
  const folder = await folderAbove(cwd)
  const found = folder === null ? null : await factsOf(folder, runGit)
  if (found === null || holdsHome(found.root_path)) return null
  return found.root_commit === null && found.remote_url === null ? null : found
}

const bareProject = (cwd: string): IngestProject => ({
  remote_url: null,
  root_commit: null,
  root_path: cwd.replace(WORKTREE, '') || cwd,
})

const factsOf = async (cwd: string, runGit: RunGit): Promise<IngestProject> => {
  const bare = bareProject(cwd)
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
