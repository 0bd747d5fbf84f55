import type { IngestCommit, IngestCommitsRequest } from '@teamlore/shared/commits'
import { ingestOf, transcript } from './transcript.ts'

/** The commit that came of the session of `transcript()`, as an agent sends it. */
export const commitOf = (fields: Partial<IngestCommit> = {}): IngestCommit => ({
  sha: 'c0ffee'.padEnd(40, '0'),
  parents: ['beef'.padEnd(40, '0')],
  tree: 'ace'.padEnd(40, '0'),
  patch_id: 'dad'.padEnd(40, '0'),
  author_name: 'Ann',
  author_hash: '0123456789abcdef',
  authored_at: '2026-03-04T09:01:00.000Z',
  committed_at: '2026-03-04T09:01:00.000Z',
  branch: 'main',
  subject: 'Retry uploads five times',
  trailers: [],
  mentions: [],
  files: [
    {
      path: 'src/upload.ts',
      old_path: null,
      status: 'modified',
      is_binary: false,
      added_lines: 1,
      removed_lines: 1,
      added: ['0123456789abcdef'],
      removed: ['fedcba9876543210'],
    },
  ],
  file_count: 1,
  noted_sessions: [],
  ...fields,
})

export const commitsOf = (fields: Partial<IngestCommit> = {}): IngestCommitsRequest => ({
  machine: ingestOf([]).machine,
  project: transcript().project as IngestCommitsRequest['project'],
  commits: [commitOf(fields)],
  rewrites: [],
})
