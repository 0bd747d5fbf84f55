import { createHash } from 'node:crypto'
import type { IngestCommit, IngestCommitFile, IngestCommitsRequest } from '@teamlore/shared/commits'
import { buildRequest, buildSession } from './ingest-builders.ts'

/** A whole hash as git would give one. */
export const hashOfNumber = (n: number): string =>
  createHash('sha1').update(`commit ${n}`).digest('hex')

/** A commit that follows the one before it, a minute later. */
export const buildCommit = (
  n: number,
  fields: Partial<IngestCommit> = {},
  file: Partial<IngestCommitFile> = {},
): IngestCommit => ({
  sha: hashOfNumber(n),
  parents: n > 1 ? [hashOfNumber(n - 1)] : [],
  tree: hashOfNumber(10_000 + n),
  patch_id: hashOfNumber(20_000 + n),
  author_name: 'Ann',
  author_hash: null,
  authored_at: new Date(Date.UTC(2026, 0, 5, 9, n)).toISOString(),
  committed_at: new Date(Date.UTC(2026, 0, 5, 9, n)).toISOString(),
  branch: 'main',
  subject: `Commit number ${n}`,
  trailers: [],
  mentions: [],
  noted_sessions: [],
  files: [
    {
      path: 'src/parser.ts',
      old_path: null,
      status: 'modified',
      is_binary: false,
      added_lines: 1,
      removed_lines: 1,
      added: [hashOfNumber(30_000 + n).slice(0, 16)],
      removed: [hashOfNumber(40_000 + n).slice(0, 16)],
      ...file,
    },
  ],
  file_count: 1,
  ...fields,
})

export const buildCommits = (...commits: IngestCommit[]): IngestCommitsRequest => ({
  machine: buildRequest().machine,
  project: buildSession().project as IngestCommitsRequest['project'],
  commits,
  rewrites: [],
})
