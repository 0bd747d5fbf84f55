import type { RunGit } from '../project/run-git.ts'
import type { Checkout } from './spool-graph.ts'

const USUAL = new Set(['main', 'master', 'trunk', 'develop'])

/** What is checked out, and whether it is the branch that clones begin on. */
export const readCheckout = async (root: string, git: RunGit): Promise<Checkout> => {
  const [commit = '', name = ''] =
    (await git(root, ['rev-parse', 'HEAD', '--abbrev-ref', 'HEAD']))?.split('\n') ?? []
  const branch = name === '' || name === 'HEAD' ? null : name.slice(0, 500)
  const head = await git(root, ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'])
  const shared = head?.replace(/^origin\//, '')
  return {
    commit: /^[0-9a-f]{40,64}$/.test(commit) ? commit : null,
    branch,
    is_default_branch: branch !== null && (shared ? branch === shared : USUAL.has(branch)),
  }
}
