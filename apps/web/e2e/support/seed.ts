import { createHash } from 'node:crypto'
import type {
  Block,
  CaptureReport,
  IngestMessage,
  IngestRequest,
  MessageKind,
} from '@teamlore/shared'

/** Markup, handlers, schemes and characters that must stay what they are: text. */
export const HOSTILE = [
  '<script>window.__xss=1</script>',
  '<img src=x onerror="window.__xss=2">',
  '<svg onload="window.__xss=3"></svg>',
  '<iframe src="javascript:window.__xss=4"></iframe>',
  '[link](javascript:window.__xss=5)',
  '[data](data:text/html;base64,PHNjcmlwdD53aW5kb3cuX194c3M9Njwvc2NyaXB0Pg==)',
  '![pixel](https://tracker.invalid/pixel.png)',
  '<a href="https://x.invalid" onmouseover="window.__xss=7">x</a>',
  'turned \u202Egnp.exe\u202C hidden\u200Bspace',
].join('\n\n')

const HOSTILE_LINE = HOSTILE.replace(/\n+/g, ' ')

const block = {
  text: (text: string): Block => ({ type: 'text', text }),
  call: (id: string, name: string, input: Record<string, string>): Block => ({
    type: 'tool_call',
    id,
    name,
    input,
  }),
  result: (id: string, text: string, isError = false): Block => ({
    type: 'tool_result',
    tool_call_id: id,
    text,
    is_error: isError,
  }),
}

type Draft = { kind: MessageKind; blocks: Block[] }

const ROLES = {
  human: 'user',
  assistant: 'assistant',
  tool_result: 'tool',
  injected: 'user',
  summary: 'user',
  command: 'user',
} as const

const messages = (drafts: readonly Draft[], startMs: number): IngestMessage[] =>
  drafts.map(({ kind, blocks }, ordinal) => ({
    key: `message-${ordinal}`,
    parent_key: null,
    ordinal,
    ts: new Date(startMs + ordinal * 1_000).toISOString(),
    role: ROLES[kind],
    kind,
    model: kind === 'assistant' ? 'model-of-the-test' : null,
    blocks,
    usage: null,
    cwd: '/srv/harbour',
    git_branch: 'main',
    tool_version: '1.0.0',
    is_abandoned: false,
  }))

/** Two sessions nobody else has: a long one to find something in, and one that attacks whoever looks at it. */
export const makeSeed = (run: string, nowMs: number) => {
  const word = `quokka${run}`
  const sentence = `The ${word} must be fed before the tide comes in.`
  const longOutput = `${'lantern '.repeat(900)}\nlast-line-${run}`
  const filler = (at: number): Draft[] => [
    { kind: 'human', blocks: [block.text(`Please go on with part ${at} of the harbour.`)] },
    {
      kind: 'assistant',
      blocks: [
        block.text(`Part ${at}: \`pier.ts\` next.\n\n\`\`\`ts\nexport const part = ${at}\n\`\`\``),
        block.call(`fill-${at}`, 'Bash', { command: `echo part ${at}` }),
      ],
    },
    { kind: 'tool_result', blocks: [block.result(`fill-${at}`, `part ${at}`)] },
  ]
  const long: Draft[] = [
    ...Array.from({ length: 60 }, (_, at) => filler(at)).flat(),
    { kind: 'human', blocks: [block.text(sentence)] },
    {
      kind: 'assistant',
      blocks: [
        block.text('I will read the file first.'),
        block.call('read-1', 'Read', { file_path: '/srv/harbour/src/feeding.ts' }),
        block.call('run-1', 'Bash', { command: 'npm run feed' }),
      ],
    },
    { kind: 'tool_result', blocks: [block.result('read-1', longOutput)] },
    { kind: 'tool_result', blocks: [block.result('run-1', 'Error: no fish left', true)] },
    ...Array.from({ length: 60 }, (_, at) => filler(at + 60)).flat(),
  ]
  const hostile: Draft[] = [
    { kind: 'human', blocks: [block.text(HOSTILE)] },
    {
      kind: 'assistant',
      blocks: [
        { type: 'thinking', text: HOSTILE },
        block.text(HOSTILE),
        block.call('h-1', `Bash${HOSTILE_LINE.slice(0, 60)}`, { command: HOSTILE_LINE }),
        { type: 'other', name: '<b>other</b>', raw: { text: HOSTILE } },
      ],
    },
    { kind: 'tool_result', blocks: [block.result('h-1', HOSTILE, true)] },
    { kind: 'injected', blocks: [block.text(`<system-reminder>${HOSTILE}</system-reminder>`)] },
    { kind: 'command', blocks: [block.text(`<command-name>${HOSTILE_LINE}</command-name>`)] },
    { kind: 'summary', blocks: [block.text(HOSTILE)] },
  ]
  const title = `Feeding time at the harbour ${run}`
  const hostileTitle = `"><img src=x onerror=window.__xss=8> \u202Etitle ${run}`
  return {
    word,
    title,
    lastLine: `last-line-${run}`,
    hostileTitle,
    request: {
      machine: {
        fingerprint: createHash('sha256').update(run).digest('hex').slice(0, 32),
        name: 'browser test',
        platform: 'test',
        agent_version: '0.0.0',
      },
      sessions: [
        session(`long-${run}`, title, 'harbour', messages(long, nowMs - 600_000)),
        session(
          `hostile-${run}`,
          hostileTitle,
          '<img src=x onerror=window.__xss=9>',
          messages(hostile, nowMs - 60_000),
        ),
      ],
    } satisfies IngestRequest,
  }
}

const session = (
  nativeId: string,
  title: string,
  folder: string,
  list: IngestMessage[],
): IngestRequest['sessions'][number] => ({
  tool: 'claude-code',
  native_id: nativeId,
  kind: 'main',
  parent_native_id: null,
  project: { remote_url: null, root_commit: null, root_path: `/srv/${folder}` },
  cwd: '/srv/harbour',
  git_branch: 'main',
  git_head: null,
  tool_version: '1.0.0',
  models: ['model-of-the-test'],
  title,
  started_at: list[0]?.ts ?? null,
  ended_at: list.at(-1)?.ts ?? null,
  pull_requests: [],
  source: {
    path: `/tmp/${nativeId}.jsonl`,
    lines: 1,
    bad_lines: 0,
    unknown_records: 0,
    redactions: 0,
  },
  messages: list,
  edits: [],
})

/** What the machine of `makeSeed` says of its capture: all is there but for `missing` messages. */
export const makeReport = (
  { machine, sessions }: IngestRequest,
  { missing, at }: { missing: number; at: string },
): CaptureReport => {
  const messages = sessions.reduce((sum, one) => sum + one.messages.length, 0)
  return {
    machine,
    sent_at: at,
    watching: true,
    since: at,
    spool: { batches: 1, bytes: 48_000, limit_bytes: 512_000_000, oldest_at: at },
    rejected: { batches: 0, bytes: 0 },
    paused: null,
    tools_off: [],
    last_success_at: at,
    last_error: { at, code: 'capture.unreadable', message: HOSTILE_LINE.slice(0, 400) },
    tools: [
      {
        tool: 'claude-code',
        label: 'Claude Code',
        files: 12,
        sessions: sessions.length,
        messages: messages + missing,
        prompts: 10,
        sent: messages,
        acknowledged: messages,
        spooled: 0,
        quarantined: 0,
        left_out: 3,
        bad_lines: 1,
        oldest_unsent_at: null,
        last_success_at: at,
        last_error: null,
      },
    ],
    memory_files: {
      folders: 2,
      files: 7,
      acknowledged: 0,
      waiting: 7,
      quarantined: 0,
      left_out: 1,
      last_success_at: null,
      last_error: null,
    },
  }
}
