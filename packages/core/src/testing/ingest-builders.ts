import type {
  Block,
  IngestEdit,
  IngestMessage,
  IngestRequest,
  IngestSession,
} from '@teamlore/shared'

export const text = (words: string): Block => ({ type: 'text', text: words })

/** A message of a transcript; by default an assistant's, whose key and words name its ordinal. */
export const buildMessage = (
  ordinal: number,
  overrides: Partial<IngestMessage> = {},
): IngestMessage => ({
  key: `m${ordinal}`,
  parent_key: ordinal === 0 ? null : `m${ordinal - 1}`,
  ordinal,
  ts: new Date(Date.UTC(2026, 0, 5, 8, 0, ordinal)).toISOString(),
  role: 'assistant',
  kind: 'assistant',
  model: 'some-model',
  blocks: [text(`Answer number ${ordinal} about the parser of session files.`)],
  usage: null,
  cwd: null,
  git_branch: null,
  tool_version: null,
  is_abandoned: false,
  ...overrides,
})

/** A question, and an answer that a file was read for: what rules take for a finding. */
export const buildFoundOut = (question: string, answer: string): IngestMessage[] => [
  buildMessage(0, { role: 'user', kind: 'human', model: null, blocks: [text(question)] }),
  buildMessage(1, { blocks: [text('Let me look at it.')] }),
  buildMessage(2, {
    role: 'tool',
    kind: 'tool_result',
    model: null,
    blocks: [{ type: 'tool_result', tool_call_id: null, text: 'a file', is_error: false }],
  }),
  buildMessage(3, { blocks: [text(`Found it! ${answer}`)] }),
]

/** Every fourth message is a person's, beginning with the first. */
export const buildMessages = (count: number, from = 0): IngestMessage[] =>
  Array.from({ length: count }, (_, index) => {
    const ordinal = from + index
    return ordinal % 4 === 0
      ? buildMessage(ordinal, {
          role: 'user',
          kind: 'human',
          model: null,
          blocks: [text(`Question ${ordinal}: why does the parser skip bad lines?`)],
        })
      : buildMessage(ordinal)
  })

export const buildEdit = (key: string, overrides: Partial<IngestEdit> = {}): IngestEdit => ({
  key,
  message_key: 'm1',
  tool_call_id: null,
  ts: null,
  path: 'src/parser.ts',
  operation: 'edit',
  added_lines: 2,
  removed_lines: 1,
  added: ['0123456789abcdef'],
  removed: [],
  ...overrides,
})

export const buildSession = (overrides: Partial<IngestSession> = {}): IngestSession => {
  const messages = overrides.messages ?? buildMessages(4)
  return {
    tool: 'claude-code',
    native_id: 'native-1',
    kind: 'main',
    parent_native_id: null,
    project: {
      remote_url: 'https://github.com/acme/parser.git',
      root_commit: null,
      root_path: '/home/ann/parser',
    },
    cwd: '/home/ann/parser',
    git_branch: 'main',
    git_head: null,
    tool_version: '2.1.0',
    models: ['some-model'],
    title: null,
    started_at: messages[0]?.ts ?? null,
    ended_at: messages.at(-1)?.ts ?? null,
    pull_requests: [],
    source: {
      path: '/home/ann/.claude/projects/x.jsonl',
      lines: messages.length,
      bad_lines: 0,
      unknown_records: 0,
      redactions: 0,
    },
    edits: [],
    ...overrides,
    messages,
  }
}

export const buildRequest = (...sessions: IngestSession[]): IngestRequest => ({
  machine: {
    fingerprint: '0123456789abcdef0123456789abcdef',
    name: 'anns-laptop',
    platform: 'linux',
    agent_version: '0.1.0',
  },
  sessions,
})
