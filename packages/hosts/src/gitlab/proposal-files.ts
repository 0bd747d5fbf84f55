import { HostError } from '@teamlore/shared/code-hosts'
import type { HostFileChange, HostFiles } from '@teamlore/shared/host-proposals'
import { FILE_MODES, textOf } from '../git-files.ts'
import { type Ask, allPages } from './gitlab-client.ts'
import {
  blobSchema,
  branchSchema,
  defaultBranchSchema,
  fileSchema,
  madeCommitSchema,
  treeSchema,
} from './proposal-schemas.ts'
import { mergeBaseSchema } from './schemas.ts'

/** Of one top folder, no more names are read. */
const MAX_ENTRIES = 5_000

const isGone = (error: unknown): boolean => error instanceof HostError && error.failure === 'gone'

const orNull = async <T>(asked: Promise<T>): Promise<T | null> => {
  try {
    return await asked
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

const branchRoute = (project: string, branch: string): string =>
  `/projects/${project}/repository/branches/${encodeURIComponent(branch)}`

/** Where a branch is; null where there is none. */
export const readHead = async (
  ask: Ask,
  project: string,
  branch: string,
): Promise<string | null> => {
  const found = await orNull(ask(`GET ${branchRoute(project, branch)}`))
  return found === null ? null : branchSchema.parse(found).commit.id
}

/** Read past the tree, which names links as such: the text of a file is answered for a link, too. */
export const readTopFiles = async (
  ask: Ask,
  project: string,
  names: readonly string[],
  of: string | undefined,
): Promise<HostFiles> => {
  const { default_branch: branch, visibility } = defaultBranchSchema.parse(
    await ask(`GET /projects/${project}`),
  )
  const commit = of ?? (branch == null ? null : await readHead(ask, project, branch))
  if (branch == null || commit === null)
    throw new HostError('gone', 'This repository has no commit yet.')
  const repository = `GET /projects/${project}/repository`
  const tree = await allPages(ask, `${repository}/tree`, {
    schema: treeSchema,
    most: MAX_ENTRIES,
    query: { ref: commit },
  })
  const texts: Record<string, string> = {}
  const others: string[] = []
  for (const { path, mode, id } of tree) {
    if (!names.includes(path)) continue
    const text = FILE_MODES.includes(mode)
      ? textOf(blobSchema.parse(await ask(`${repository}/blobs/${id}`)).content)
      : undefined
    if (text === undefined) others.push(path)
    else texts[path] = text
  }
  return { visibility, branch, commit, texts, others }
}

const fileAt = async (ask: Ask, project: string, path: string, ref: string) => {
  const route = `GET /projects/${project}/repository/files/${encodeURIComponent(path)}`
  const found = await orNull(ask(route, { query: { ref } }))
  return found === null ? null : fileSchema.parse(found)
}

const pushed = (branch: string): HostError =>
  new HostError('refused', `Somebody pushed to the branch ${branch} at this moment.`)

/**
 * Whether the branch was begun where the file is as it is in `base`. Else a commit on top of it would conflict with what the default
 * branch has by now.
 */
const isUpToDate = async (
  ask: Ask,
  project: string,
  { from, base, path }: { from: string; base: string; path: string },
): Promise<boolean> => {
  const common = mergeBaseSchema.parse(
    await ask(`GET /projects/${project}/repository/merge_base?refs[]=${from}&refs[]=${base}`),
  )
  const [then, now] = await Promise.all([
    fileAt(ask, project, path, common.id),
    fileAt(ask, project, path, base),
  ])
  return then?.blob_id === now?.blob_id
}

/**
 * As one commit of the account. A branch moves on where it can. GitLab makes no commit with two parents, so where the default branch has
 * another version of the file, the branch begins anew on it, and is looked at right before.
 */
export const commitFile = async (
  ask: Ask,
  project: string,
  { branch, from, base, path, text, message }: HostFileChange,
): Promise<string> => {
  const isOnTop = from !== null && (await isUpToDate(ask, project, { from, base, path }))
  const start = isOnTop ? from : base
  const file = await fileAt(ask, project, path, start)
  const action = {
    action: file === null ? 'create' : 'update',
    file_path: path,
    content: text,
    // GitLab refuses where the file was changed since.
    ...(isOnTop && file !== null && { last_commit_id: file.last_commit_id }),
  }
  if (from !== null && !isOnTop && (await readHead(ask, project, branch)) !== from)
    throw pushed(branch)
  const made = await ask(`POST /projects/${project}/repository/commits`, {
    body: {
      branch,
      commit_message: message,
      actions: [action],
      ...(!isOnTop && { start_sha: base }),
      ...(!isOnTop && from !== null && { force: true }),
    },
  }).catch((error: unknown) => {
    if (!(error instanceof HostError) || error.failure !== 'refused') throw error
    throw new HostError(
      'refused',
      `GitLab refused a commit on the branch ${branch}. Somebody pushed to it at this moment, or a protected branch or a push rule of the project forbids it.`,
    )
  })
  const { id, parent_ids: parents } = madeCommitSchema.parse(made)
  // What somebody pushed in between stays below it, and nothing of the branch is called ours any more.
  if (!parents.includes(start)) throw pushed(branch)
  return id
}

export const removeBranch = async (ask: Ask, project: string, branch: string): Promise<void> => {
  await orNull(ask(`DELETE ${branchRoute(project, branch)}`))
}
