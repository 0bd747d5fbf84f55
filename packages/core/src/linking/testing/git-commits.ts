import type { IngestCommit, IngestCommitFile } from '@teamlore/shared/commits'
import { type GitHistory, printOf } from './git-history.ts'

/** Every commit that the repository knows, also those that only the reflog still names, as a machine sends them. */
export const commitsIn = ({ git, patchIdOf }: GitHistory): IngestCommit[] => {
  const onBranches = new Set(git(0, 'rev-list', '--all').split('\n'))
  const shas = git(0, 'rev-list', '--topo-order', '--reverse', '--reflog', '--all').split('\n')
  return shas.map((sha): IngestCommit => {
    const facts = git(0, 'show', '-s', '--format=%an%n%T%n%aI%n%cI%n%s%n%P', sha).split('\n')
    const [author = '', tree = '', authored = '', committed = '', subject = '', parents = ''] =
      facts
    const diff = git(0, 'diff-tree', '-r', '--root', '-M', '-U0', '-p', sha)
    const files = filesOf(diff)
    return {
      sha,
      tree,
      subject,
      parents: parents.split(' ').filter((one) => one !== ''),
      patch_id: patchIdOf(diff),
      author_name: author,
      author_hash: null,
      authored_at: new Date(authored).toISOString(),
      committed_at: new Date(committed).toISOString(),
      branch: onBranches.has(sha) ? 'main' : null,
      trailers: [],
      mentions: [],
      noted_sessions: [],
      files,
      file_count: files.length,
    }
  })
}

const filesOf = (diff: string): IngestCommitFile[] =>
  diff
    .split(/^diff --git /m)
    .slice(1)
    .map((part) => {
      const rows = part.slice(part.indexOf('\n@@')).split('\n')
      const side = (sign: string) =>
        rows.filter((row) => row.startsWith(sign)).map((row) => printOf(row.slice(1)))
      const [added, removed] = [side('+'), side('-')]
      return {
        path: /^\S+ b\/(\S+)/.exec(part)?.[1] ?? '',
        old_path: null,
        status: part.includes('\nnew file mode') ? 'added' : 'modified',
        is_binary: false,
        added_lines: added.length,
        removed_lines: removed.length,
        added,
        removed,
      }
    })
