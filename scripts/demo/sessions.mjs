// A made-up team that builds software for a harbour. Nothing here is anybody's.
const ROOT = '/home/ana/harbour'

/** Title, tool, what was asked, and what was found. */
const STORIES = [
  [
    'Berth 7 refuses the tide table',
    'claude-code',
    'Why does berth 7 refuse the tide table? It fails about once an hour.',
    'Found it: `writeTable()` takes its lock only after it has read the row, so a reader in between loses it. The writer must take the lock of the tide table first. I moved the lock up and the test that failed once an hour passes 500 times.',
  ],
  [
    'Retries of the customs export',
    'codex',
    'The customs export gives up too early when their server is slow. Use the policy that we agreed on.',
    'The export now retries five times with a growing pause, because customs restarts its server for two minutes each night. Three attempts were too few: the job was lost in 4 of 30 nights.',
  ],
  [
    'Pilot roster shows yesterday',
    'claude-code',
    'The pilot roster shows the day before in Lisbon during summer.',
    'The roster was built from local dates. We keep all times of the harbour in UTC and convert only where they are shown, so the roster is built from UTC days now.',
  ],
  [
    'Move crane telemetry off the queue',
    'cursor',
    'Can we drop the second queue that only the crane telemetry uses?',
    'Yes: crane telemetry goes into the main queue with a low priority. The second queue existed for a broker that is gone.',
  ],
]

const messageOf = (start, ordinal, kind, text) => ({
  key: `m${ordinal}`,
  parent_key: null,
  ordinal,
  ts: new Date(start + ordinal * 40_000).toISOString(),
  role: kind === 'human' ? 'user' : 'assistant',
  kind,
  model: kind === 'assistant' ? 'demo-model' : null,
  blocks: [{ type: 'text', text }],
  usage: null,
  cwd: ROOT,
  git_branch: 'main',
  tool_version: '1.0.0',
  is_abandoned: false,
})

const project = {
  remote_url: 'https://git.example.com/acme/harbour.git',
  root_commit: null,
  root_path: ROOT,
}

const machine = {
  fingerprint: 'd3'.repeat(16),
  name: 'ana-laptop',
  platform: 'linux',
  agent_version: '0.1.0',
}

export const demoSessions = (now) => ({
  machine,
  sessions: STORIES.map(([title, tool, asked, found], place) => {
    const start = now - (place + 1) * 3 * 3_600_000
    const messages = [messageOf(start, 0, 'human', asked), messageOf(start, 1, 'assistant', found)]
    return {
      tool,
      native_id: `demo-${place}`,
      kind: 'main',
      parent_native_id: null,
      project,
      cwd: ROOT,
      git_branch: 'main',
      git_head: null,
      tool_version: '1.0.0',
      models: ['demo-model'],
      title,
      started_at: messages[0].ts,
      ended_at: messages[1].ts,
      pull_requests: [],
      source: {
        path: `${ROOT}/demo-${place}.jsonl`,
        lines: 2,
        bad_lines: 0,
        unknown_records: 0,
        redactions: 0,
      },
      messages,
      edits: [],
    }
  }),
})

/** Its code, before and after a file was changed. */
export const demoCode = (now, isChanged) => ({
  machine,
  project,
  built_at: new Date(now + (isChanged ? 1_000 : 0)).toISOString(),
  build: (isChanged ? '2' : '1').padStart(16, '0'),
  commit: null,
  branch: 'main',
  is_default_branch: true,
  mode: 'whole',
  gone: [],
  has_more: false,
  files: [
    {
      path: 'src/tide-table.ts',
      language: 'typescript',
      hash: (isChanged ? 'b' : 'a').repeat(32),
      lines: 90,
      imports: [],
      unresolved: 0,
      symbols: [],
    },
  ],
})

/** What its machine says of itself: four messages are not on the server yet. */
export const demoCapture = (now) => {
  const at = new Date(now).toISOString()
  const waiting = new Date(now - 50 * 60_000).toISOString()
  return {
    machine,
    sent_at: at,
    watching: true,
    since: at,
    spool: { batches: 1, bytes: 48_000, limit_bytes: 512_000_000, oldest_at: waiting },
    rejected: { batches: 0, bytes: 0 },
    paused: null,
    tools_off: [],
    last_success_at: at,
    last_error: null,
    tools: [
      {
        tool: 'codex',
        label: 'Codex',
        files: 3,
        sessions: 1,
        messages: 6,
        prompts: 1,
        sent: 2,
        acknowledged: 2,
        spooled: 4,
        quarantined: 0,
        left_out: 0,
        bad_lines: 0,
        oldest_unsent_at: waiting,
        last_success_at: at,
        last_error: null,
      },
    ],
    memory_files: null,
  }
}
