import { HostError } from '@teamlore/shared/code-hosts'
import type { HostFileChange, HostFiles } from '@teamlore/shared/host-proposals'
import { FILE_MODES, textOf } from '../git-files.ts'
import type { Ask } from './app-client.ts'
import {
  blobSchema,
  defaultBranchSchema,
  refSchema,
  shaSchema,
  treeSchema,
} from './proposal-schemas.ts'
import { visibilityOf } from './schemas.ts'

const isGone = (error: unknown): boolean => error instanceof HostError && error.failure === 'gone'

/** Where a branch is; null where there is none. */
export const readHead = async (
  ask: Ask,
  repository: string,
  branch: string,
): Promise<string | null> => {
  try {
    const { data } = await ask(`GET /repos/${repository}/git/ref/heads/${branch}`)
    return refSchema.parse(data).object.sha
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** Read past the tree, which names links as such: the contents of a file are answered for a link to it, too. */
export const readTopFiles = async (
  ask: Ask,
  repository: string,
  names: readonly string[],
  of: string | undefined,
): Promise<HostFiles> => {
  const { default_branch: branch, ...shown } = defaultBranchSchema.parse(
    (await ask(`GET /repos/${repository}`)).data,
  )
  const commit = of ?? (await readHead(ask, repository, branch))
  if (commit === null) throw new HostError('gone', 'This repository has no commit yet.')
  const { tree } = treeSchema.parse(
    (await ask(`GET /repos/${repository}/git/trees/${commit}`)).data,
  )
  const texts: Record<string, string> = {}
  const others: string[] = []
  for (const { path, mode, sha } of tree) {
    if (!names.includes(path)) continue
    const text = FILE_MODES.includes(mode)
      ? textOf(
          blobSchema.parse((await ask(`GET /repos/${repository}/git/blobs/${sha}`)).data).content,
        )
      : undefined
    if (text === undefined) others.push(path)
    else texts[path] = text
  }
  return { visibility: visibilityOf(shown), branch, commit, texts, others }
}

/** As one commit of the app, on top of what the branch has and of what it is to come into. Without force: a branch only moves on. */
export const commitFile = async (
  ask: Ask,
  repository: string,
  { branch, from, base, path, text, message }: HostFileChange,
): Promise<string> => {
  const git = `/repos/${repository}/git`
  const tree = await ask(`POST ${git}/trees`, {
    base_tree: base,
    tree: [{ path, mode: '100644', type: 'blob', content: text }],
  })
  const made = await ask(`POST ${git}/commits`, {
    message,
    tree: shaSchema.parse(tree.data).sha,
    parents: from === null || from === base ? [base] : [from, base],
  })
  const { sha } = shaSchema.parse(made.data)
  if (from === null) await ask(`POST ${git}/refs`, { ref: `refs/heads/${branch}`, sha })
  else await ask(`PATCH ${git}/refs/heads/${branch}`, { sha, force: false })
  return sha
}

export const removeBranch = async (ask: Ask, repository: string, branch: string): Promise<void> => {
  try {
    await ask(`DELETE /repos/${repository}/git/refs/heads/${branch}`)
  } catch (error) {
    // GitHub says 422 of one that is not there.
    if (!(error instanceof HostError) || !['gone', 'refused'].includes(error.failure)) throw error
  }
}
