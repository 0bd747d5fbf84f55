import { hostname } from 'node:os'
import type { IngestBookRequest } from '@teamlore/shared/books'
import { knownRemote } from '../project/project-of-folder.ts'
import { createProjectResolver } from '../project/resolve-project.ts'
import { type RunGit, runGit } from '../project/run-git.ts'

export type BookPlace = NonNullable<IngestBookRequest['from']>

const USUAL = ['main', 'master', 'trunk']

/** A remote URL, however it is spelled: host and path, without a scheme, a user and `.git`. */
const plainRemote = (url: string): string =>
  url
    .replace(/^[a-z+]+:\/\//iu, '')
    .replace(/^[^@/]*@/u, '')
    .replace(/^([^/:]+):(?:\d+\/)?(?=[^/])/u, '$1/')
    .replace(/(?:\.git)?\/*$/u, '')
    .toLowerCase()

/** The branch that a build is of: builds check a commit out and name the branch in their settings. */
const branchOfBuild = (env: NodeJS.ProcessEnv): string | undefined => {
  const ofGitHub = env['GITHUB_REF_TYPE'] === 'branch' ? env['GITHUB_REF_NAME'] : undefined
  const named = [
    env['GITHUB_HEAD_REF'],
    ofGitHub,
    env['CI_MERGE_REQUEST_SOURCE_BRANCH_NAME'],
    env['CI_COMMIT_BRANCH'],
    env['BUILDKITE_BRANCH'],
    env['CIRCLE_BRANCH'],
    env['BITBUCKET_BRANCH'],
  ]
  return named.find((name) => name !== undefined && name !== '')
}

/** Where the files of a book come from: repository and branch, else this machine and folder. */
export const placeOfBook = async (
  root: string,
  { env, git = runGit }: { env: NodeJS.ProcessEnv; git?: RunGit },
): Promise<BookPlace> => {
  const project = await createProjectResolver(git)(root)
  const remote = project === null ? null : knownRemote(project)
  const inGit = (await git(root, ['rev-parse', '--git-dir'])) !== null
  if (!inGit)
    return {
      repository: `${hostname()}:${root}`.slice(0, 2_000),
      branch: null,
      is_default_branch: true,
    }
  const repository =
    remote === null
      ? (project?.root_commit ?? `${hostname()}:${project?.root_path ?? root}`)
      : plainRemote(remote)
  // A repository without a commit has a branch already.
  const branch = (await git(root, ['symbolic-ref', '--short', '-q', 'HEAD'])) ?? branchOfBuild(env)
  const head = await git(root, ['symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD'])
  const usual = head?.replace(/^origin\//u, '') ?? env['CI_DEFAULT_BRANCH']
  const isDefault = branch !== undefined && (usual ? branch === usual : USUAL.includes(branch))
  const folder = await git(root, ['rev-parse', '--show-prefix'])
  return {
    repository: repository.slice(0, 2_000),
    branch: branch?.slice(0, 500) ?? null,
    is_default_branch: isDefault,
    ...(folder !== null && { folder: folder.replace(/\/$/u, '').slice(0, 1_000) }),
  }
}
