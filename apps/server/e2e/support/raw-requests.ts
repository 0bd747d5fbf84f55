import type {
  CaptureReport,
  ImportedSession,
  IngestMessage,
  IngestSession,
  MemoryFilesReport,
} from '@teamlore/shared'
import { KEY_IN_PLACES, type Planted, textOf } from './planted.ts'

const MACHINE = {
  fingerprint: 'f'.repeat(32),
  name: 'careless',
  platform: 'linux',
  agent_version: '0.0.1',
}
const AT = '2026-03-02T10:00:00.000Z'
/** Where things are said to be, with a key in the name of the place. */
const PLACES = {
  cwd: `/home/ana/${KEY_IN_PLACES}`,
  git_branch: `fix/${KEY_IN_PLACES}`,
}

const keyOf = (ordinal: number): string => `m${ordinal}-${KEY_IN_PLACES}`

const session = (
  native_id: string,
  messages: IngestMessage[],
  overrides: Partial<IngestSession> = {},
): IngestSession => ({
  tool: 'claude-code',
  native_id,
  kind: 'main',
  parent_native_id: `parent-${KEY_IN_PLACES}`,
  ...PLACES,
  project: { remote_url: null, root_commit: null, root_path: PLACES.cwd },
  git_head: KEY_IN_PLACES,
  tool_version: KEY_IN_PLACES,
  models: [`m-${KEY_IN_PLACES}`],
  title: null,
  started_at: AT,
  ended_at: AT,
  pull_requests: [],
  source: {
    path: `${PLACES.cwd}/x.jsonl`,
    lines: 1,
    bad_lines: 0,
    unknown_records: 0,
    redactions: 0,
  },
  messages,
  edits: [
    {
      key: `e-${KEY_IN_PLACES}`,
      message_key: keyOf(0),
      tool_call_id: KEY_IN_PLACES,
      ts: AT,
      operation: 'edit',
      path: `src/${KEY_IN_PLACES}/x.ts`,
      added_lines: 0,
      removed_lines: 0,
      added: [],
      removed: [],
    },
  ],
  ...overrides,
})

const message = (ordinal: number, overrides: Partial<IngestMessage>): IngestMessage => ({
  key: keyOf(ordinal),
  parent_key: ordinal === 0 ? null : keyOf(0),
  ordinal,
  ts: AT,
  role: 'assistant',
  kind: 'assistant',
  model: `m-${KEY_IN_PLACES}`,
  blocks: [],
  usage: null,
  ...PLACES,
  tool_version: null,
  is_abandoned: false,
  ...overrides,
})

const GROUP = 10

const grouped = (planted: readonly Planted[]): Planted[][] =>
  Array.from({ length: Math.ceil(planted.length / GROUP) }, (_, at) =>
    planted.slice(at * GROUP, (at + 1) * GROUP),
  )

/** What an agent that takes nothing out would send: each secret in every place of the normal form that holds text. */
export const carelessIngest = (planted: readonly Planted[], remoteUrl: string) => ({
  machine: MACHINE,
  sessions: grouped(planted).map((group, index) =>
    session(
      // One is called after a key itself.
      index === 1 ? `careless-${KEY_IN_PLACES}` : `careless-${index}`,
      group.flatMap((one, at) => messagesWith(textOf(one), at * 6)),
      {
        title: group.map(textOf).find((text) => text.length <= 500) ?? null,
        project: { remote_url: remoteUrl, root_commit: null, root_path: `/home/ana/p${index}` },
      },
    ),
  ),
})

const messagesWith = (text: string, from: number): IngestMessage[] => [
  message(from, { role: 'user', kind: 'human', blocks: [{ type: 'text', text }] }),
  message(from + 1, {
    blocks: [
      { type: 'thinking', text },
      { type: 'text', text },
      { type: 'tool_call', id: 'c', name: 'Bash', input: { command: text, more: [text] } },
    ],
  }),
  message(from + 2, {
    role: 'tool',
    kind: 'tool_result',
    blocks: [{ type: 'tool_result', tool_call_id: 'c', text, is_error: false }],
  }),
  message(from + 3, {
    role: 'user',
    kind: 'injected',
    blocks: [
      { type: 'file', path: `${PLACES.cwd}/notes.txt`, text },
      { type: 'other', name: 'odd', raw: { text: [text] } },
    ],
  }),
  message(from + 4, { role: 'user', kind: 'summary', blocks: [{ type: 'text', text }] }),
  message(from + 5, { role: 'user', kind: 'command', blocks: [{ type: 'text', text }] }),
]

/** The same of another memory's findings and summaries. */
export const carelessImport = (planted: readonly Planted[]) => ({
  machine: MACHINE,
  sessions: grouped(planted).map(
    (group, index): ImportedSession => ({
      session: session(
        `careless-import-${index}`,
        group.map((one, at) =>
          message(at, {
            role: 'user',
            kind: 'human',
            blocks: [{ type: 'text', text: textOf(one) }],
          }),
        ),
      ),
      observations: group.map((one, at) => observationWith(textOf(one), at)),
      summaries: group.map((one, at) => summaryWith(textOf(one), at)),
    }),
  ),
})

const observationWith = (text: string, at: number): ImportedSession['observations'][number] => {
  const within = (chars: number): string => (text.length <= chars ? text : 'long')
  return {
    key: `o${at}-${KEY_IN_PLACES}`,
    type: 'discovery',
    title: within(500),
    subtitle: within(2_000),
    narrative: text,
    facts: [text],
    concepts: [within(200)],
    files_read: [`${PLACES.cwd}/a.ts`],
    files_modified: [`${PLACES.cwd}/b.ts`],
    prompt_key: keyOf(at),
    message_key: null,
    occurred_at: AT,
  }
}

const summaryWith = (text: string, at: number): ImportedSession['summaries'][number] => ({
  prompt_number: at + 1,
  prompt_key: keyOf(at),
  request: text,
  investigated: text,
  learned: text,
  completed: text,
  next_steps: text,
  notes: text,
  occurred_at: AT,
})

const TOOLS_OF_ONE = 90

/** What machines say went wrong, with secrets in it: one sentence for each tool, as many machines as that takes. */
export const carelessCaptures = (planted: readonly Planted[]): CaptureReport[] => {
  const sentences = planted.map(textOf).filter((text) => text.length <= 500)
  const machines = Math.ceil(sentences.length / TOOLS_OF_ONE)
  return Array.from({ length: machines }, (_, at) =>
    carelessCapture(at, sentences.slice(at * TOOLS_OF_ONE, (at + 1) * TOOLS_OF_ONE)),
  )
}

const carelessCapture = (number: number, sentences: readonly string[]): CaptureReport => {
  const problem = (message = '') => ({ at: AT, code: 'x', message })
  const spool = { batches: 0, bytes: 0, limit_bytes: 1, oldest_at: null }
  const figures = { files: 1, sessions: 1, messages: 1, prompts: 1, sent: 1, acknowledged: 1 }
  const nothing = { spooled: 0, quarantined: 0, left_out: 0, bad_lines: 0, oldest_unsent_at: null }
  const machine = { ...MACHINE, fingerprint: String(number).repeat(32) }
  return {
    machine,
    sent_at: AT,
    watching: true,
    since: AT,
    spool,
    rejected: { batches: 0, bytes: 0 },
    last_success_at: null,
    paused: sentences[0] ?? null,
    tools_off: [],
    last_error: problem(sentences[1]),
    memory_files: {
      folders: 1,
      files: 1,
      acknowledged: 1,
      waiting: 0,
      quarantined: 0,
      left_out: 0,
      last_success_at: null,
      last_error: problem(sentences[2]),
    },
    tools: sentences.map((message, at) => ({
      tool: `tool-${at}`,
      label: 'Tool',
      last_success_at: null,
      ...figures,
      ...nothing,
      last_error: problem(message),
    })),
  }
}

const FILES_OF_ONE = 250

/** Memory files as they lie there, on as many machines as that takes: a report holds a bounded number of files. */
export const carelessMemoryFiles = (planted: readonly Planted[]): MemoryFilesReport[] =>
  Array.from({ length: Math.ceil(planted.length / FILES_OF_ONE) }, (_, number) => ({
    machine: { ...MACHINE, fingerprint: String(number).repeat(32) },
    project: { remote_url: null, root_commit: null, root_path: PLACES.cwd },
    revision: 1,
    files: planted.slice(number * FILES_OF_ONE, (number + 1) * FILES_OF_ONE).map((one, at) => ({
      path: `rules/${KEY_IN_PLACES}/${at}.md`,
      tool: null,
      is_personal: false,
      is_cut: false,
      text: textOf(one),
      modified_at: AT,
      git_branch: PLACES.git_branch,
    })),
  }))
