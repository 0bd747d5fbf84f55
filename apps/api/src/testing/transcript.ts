import type {
  Block,
  ImportRequest,
  IngestMessage,
  IngestRequest,
  IngestSession,
  MemoryFilesReport,
} from '@teamlore/shared'

const text = (words: string): Block => ({ type: 'text', text: words })

const message = (ordinal: number, fields: Partial<IngestMessage>): IngestMessage => ({
  key: `m${ordinal}`,
  parent_key: ordinal === 0 ? null : `m${ordinal - 1}`,
  ordinal,
  ts: new Date(Date.UTC(2026, 2, 4, 9, 0, ordinal)).toISOString(),
  role: 'assistant',
  kind: 'assistant',
  model: 'some-model',
  blocks: [],
  usage: null,
  cwd: '/home/ann/heron',
  git_branch: 'main',
  tool_version: '2.1.0',
  is_abandoned: false,
  ...fields,
})

const human = (ordinal: number, words: string) =>
  message(ordinal, { role: 'user', kind: 'human', model: null, blocks: [text(words)] })

/** A short session in which something is asked, looked at, mended and explained. */
export const transcript = (fields: Partial<IngestSession> = {}): IngestSession => ({
  tool: 'claude-code',
  native_id: 'native-heron',
  kind: 'main',
  parent_native_id: null,
  project: {
    remote_url: 'https://git.test/acme/heron.git',
    root_commit: null,
    root_path: '/home/ann/heron',
  },
  cwd: '/home/ann/heron',
  git_branch: 'main',
  git_head: null,
  tool_version: '2.1.0',
  models: ['some-model'],
  title: 'Mend the retry of uploads',
  started_at: '2026-03-04T09:00:00.000Z',
  ended_at: '2026-03-04T09:00:05.000Z',
  pull_requests: [],
  source: { path: '/home/ann/a.jsonl', lines: 6, bad_lines: 0, unknown_records: 0, redactions: 0 },
  messages: [
    human(0, 'Why does the upload give up after one timeout? Please fix the bug in src/upload.ts.'),
    message(1, {
      blocks: [
        text('I will look at how retries are counted.'),
        {
          type: 'tool_call',
          id: 'call-1',
          name: 'Read',
          input: { file_path: '/home/ann/heron/src/upload.ts' },
        },
      ],
    }),
    message(2, {
      role: 'tool',
      kind: 'tool_result',
      model: null,
      blocks: [
        {
          type: 'tool_result',
          tool_call_id: 'call-1',
          text: 'export const MAX_ATTEMPTS = 1 // kestrelBackoff',
          is_error: false,
        },
      ],
    }),
    message(3, {
      blocks: [
        text(
          'The bug is that MAX_ATTEMPTS counts the first try. I decided to use exponential backoff.',
        ),
        {
          type: 'tool_call',
          id: 'call-2',
          name: 'Edit',
          input: {
            file_path: '/home/ann/heron/src/upload.ts',
            old_string: 'MAX_ATTEMPTS = 1',
            new_string: 'MAX_ATTEMPTS = 5',
          },
        },
      ],
    }),
    message(4, {
      blocks: [
        text(
          'Fixed the bug: uploads now retry five times with exponential backoff in src/upload.ts.',
        ),
      ],
    }),
  ],
  edits: [
    {
      key: 'e1',
      message_key: 'm3',
      tool_call_id: 'call-2',
      ts: '2026-03-04T09:00:03.000Z',
      path: '/home/ann/heron/src/upload.ts',
      operation: 'edit',
      added_lines: 1,
      removed_lines: 1,
      added: ['0123456789abcdef'],
      removed: ['fedcba9876543210'],
    },
  ],
  ...fields,
})

export const ingestOf = (
  sessions: IngestSession[] = [transcript()],
  fingerprint = 'a'.repeat(32),
): IngestRequest => ({
  machine: { fingerprint, name: 'laptop', platform: 'linux', agent_version: '0.1.0' },
  sessions,
})

/** What the project of the transcript asks of coding tools. */
export const memoryFilesOf = (path = 'CLAUDE.md'): MemoryFilesReport => ({
  machine: ingestOf().machine,
  project: transcript().project,
  revision: 1,
  files: [
    {
      path,
      tool: 'claude-code',
      is_personal: false,
      text: '# Heron\n\nUploads are retried with backoff; never retry a 4xx.\n',
      is_cut: false,
      modified_at: '2026-03-01T08:00:00.000Z',
      git_branch: 'main',
    },
  ],
})

/** What somebody says is so. */
export const memoryOf = (more: object = {}) => ({
  statement: 'Uploads are retried with backoff; a 4xx never is.',
  reason: 'The server said no.',
  ...more,
})

/** What comments of the heron's code say. */
export const commentsOf = (more: object = {}) => ({
  project: 'https://git.test/acme/heron.git',
  at: '2026-03-04T09:00:00.000Z',
  is_complete: false,
  comments: [
    {
      marker: 'WARNING',
      text: 'The retry counter starts at one.',
      path: 'src/upload.ts',
      line: 3,
      ...more,
    },
  ],
})

/** What the agent of the session found in it. */
export const handoverOf = (more: object = {}) => ({
  session: 'native-heron',
  findings: [
    {
      kind: 'gotcha',
      title: 'The upload of the heron counts its first try as a retry.',
      reason: 'One attempt is allowed.',
      evidence: [{ quote: 'export const MAX_ATTEMPTS = 1 // kestrelBackoff' }],
      ...more,
    },
  ],
})

/** What another memory knows of the same session. */
export const importOf = (narrative = 'One retry was counted as the first try.'): ImportRequest => ({
  machine: ingestOf().machine,
  sessions: [
    {
      session: transcript(),
      observations: [
        {
          key: 'observation:1',
          type: 'bugfix',
          title: 'Count retries after the first try',
          subtitle: '',
          narrative,
          facts: [],
          concepts: ['retry'],
          files_read: [],
          files_modified: ['src/upload.ts'],
          prompt_key: 'm0',
          message_key: null,
          occurred_at: '2024-05-06T07:08:09.000Z',
        },
      ],
      summaries: [],
    },
  ],
})
