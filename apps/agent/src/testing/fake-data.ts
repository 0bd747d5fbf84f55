import type {
  CaptureMachine,
  CaptureOverview,
  CaptureTool,
  JobHealth,
  Me,
  MemoryFile,
  Message,
  SearchHit,
  Session,
  SessionDetail,
  Stats,
  TimelineResponse,
} from '@teamlore/shared'
import type { TeamUsage } from '@teamlore/shared/usage'

const ID_TAIL = '01k9x2f0aa7bbbbbbbbbbbbb'

/** `ses`, 7 → a whole id whose first characters no other has. */
export const fakeId = (prefix: string, at = 0): string =>
  `${prefix}_${String(at).padStart(2, '0')}${ID_TAIL}`.slice(0, prefix.length + 27)

export const ana = { id: fakeId('usr'), name: 'Ana' }
export const harbour = { id: fakeId('prj'), name: 'harbour' }
export const laptop = { id: fakeId('mac'), name: 'laptop' }

export const buildMe = (fields: Partial<Me> = {}): Me => ({
  team: { id: fakeId('team'), name: 'Harbour Masters' },
  user: { ...ana, email: null, kind: 'person' },
  role: 'owner',
  abilities: [],
  teams: [],
  via: 'api_key',
  machine: null,
  given_by: null,
  ...fields,
})

export const buildStats = (fields: Partial<Stats> = {}): Stats => ({
  sessions: 42,
  messages: 12_300,
  prompts: 812,
  observations: 97,
  summaries: 60,
  documents: 13_000,
  embedded: 12_990,
  projects: 3,
  tools: [{ tool: 'claude-code', sessions: 42 }],
  ...fields,
})

export const buildJobs = (fields: Partial<JobHealth> = {}): JobHealth => ({
  outbox: { waiting: 0, oldest_seconds: null },
  jobs: [],
  dead: [],
  backlog: { sessions_to_distil: 0, documents_to_embed: 0 },
  embedding: { space: 'local', note: null },
  ...fields,
})

export const buildUsage = (): TeamUsage => ({
  model: { provider: 'anthropic', name: 'claude-haiku-4-5' },
  settings: {
    enabled: true,
    daily_usd: 2,
    daily_tokens: 1_000_000,
    own_usd: false,
    own_tokens: false,
  },
  today: { tokens: 9_400, usd: 0.0123 },
  resting: false,
  sums: [
    {
      day: '2026-05-01',
      purpose: 'distil',
      model: 'claude-haiku-4-5',
      calls: 3,
      failed: 1,
      input_tokens: 9_000,
      output_tokens: 400,
      usd: 0.0123,
    },
  ],
  calls: [],
})

export const buildSession = (fields: Partial<Session> = {}): Session => ({
  id: fakeId('ses', 1),
  tool: 'claude-code',
  native_id: '7b0c3c0e-6c5e-4a57-9a0c-000000000001',
  kind: 'main',
  started_by: 'person',
  parent_id: null,
  title: 'Find out why readers block the tide table',
  project: harbour,
  author: ana,
  machine: laptop,
  visibility: 'team',
  cwd: '/home/ana/harbour',
  git_branch: 'main',
  git_head: null,
  tool_version: '2.1.0',
  models: ['claude-test-1'],
  started_at: '2026-05-01T09:00:00.000Z',
  ended_at: '2026-05-01T10:12:00.000Z',
  updated_at: '2026-05-01T10:13:00.000Z',
  counts: { messages: 340, prompts: 12, edits: 14, observations: 5, work: 0, subagents: 0 },
  usage: {
    input_tokens: 1,
    output_tokens: 2,
    cache_creation_tokens: 0,
    cache_read_tokens: 0,
  },
  distilled: 'done',
  tags: [],
  ...fields,
})

export const buildSessionDetail = (fields: Partial<SessionDetail> = {}): SessionDetail => ({
  ...buildSession(),
  parent: null,
  children: [],
  pull_requests: [],
  notes: [],
  removal: null,
  files: [
    { path: 'src/tide.ts', edits: 2, deletions: 0, renames: 0, added_lines: 12, removed_lines: 3 },
  ],
  source: {
    path: '/home/ana/.claude/projects/x/1.jsonl',
    lines: 400,
    bad_lines: 0,
    unknown_records: 0,
    redactions: 0,
    server_redactions: 0,
  },
  ...fields,
})

type BlockOf = Message['blocks'][number]['block']

export const buildMessage = (
  ordinal: number,
  kind: Message['kind'],
  blocks: (string | BlockOf)[],
  fields: Partial<Message> = {},
): Message => ({
  id: fakeId('msg', ordinal),
  session_id: fakeId('ses', 1),
  parent_id: ordinal === 0 ? null : fakeId('msg', ordinal - 1),
  ordinal,
  ts: new Date(Date.UTC(2026, 4, 1, 9, ordinal)).toISOString(),
  role: kind === 'assistant' ? 'assistant' : 'user',
  kind,
  model: null,
  git_branch: 'main',
  is_abandoned: false,
  usage: null,
  blocks: blocks.map((block) => ({
    block: typeof block === 'string' ? { type: 'text', text: block } : block,
    truncated_chars: 0,
  })),
  ...fields,
})

const NOT_RANKED = { text: null, vector: null, exact: null, unread: 0, fused: 0, priors: {} }

export const buildHit = (fields: Partial<SearchHit> = {}): SearchHit => ({
  id: fakeId('obs', 1),
  kind: 'observation',
  type: 'decision',
  title: 'Lock the tide table while it is written',
  snippet: { text: 'Readers saw half of the tide table.', highlights: [[24, 34]] },
  score: 1,
  score_parts: { ...NOT_RANKED, text: { rank: 1, score: 3, adds: 1 }, fused: 1 },
  occurred_at: '2026-05-01T09:30:00.000Z',
  author: ana,
  project: harbour,
  tool: 'claude-code',
  session_id: fakeId('ses', 1),
  message_id: fakeId('msg', 2),
  status: 'current',
  url: `/sessions/${fakeId('ses', 1)}`,
  tokens: 120,
  ...fields,
})

export const buildTimeline = (fields: Partial<TimelineResponse> = {}): TimelineResponse => {
  const item = (at: number, more: Partial<TimelineResponse['items'][number]>) => ({
    id: fakeId('msg', at),
    kind: 'prompt' as const,
    type: null,
    title: `Prompt ${at}`,
    at: `2026-05-01T09:${at}0:00.000Z`,
    author: ana,
    project: harbour,
    tool: 'claude-code',
    session_id: fakeId('ses', 1),
    message_id: fakeId('msg', at),
    status: 'current' as const,
    url: `/sessions/${fakeId('ses', 1)}`,
    tokens: 40 + at,
    ...more,
  })
  return {
    anchor: { id: fakeId('obs', 1), at: '2026-05-01T09:30:00.000Z' },
    within: 'project',
    items: [
      item(1, { title: 'Why does berth 0 refuse the tide table?' }),
      item(3, {
        id: fakeId('obs', 1),
        kind: 'observation',
        type: 'decision',
        title: 'Lock the tide table while it is written',
      }),
      item(4, { title: 'Measure it again' }),
    ],
    has_earlier: true,
    has_later: false,
    tokens: 300,
    left_out: { count: 0, tokens: 0 },
    notes: [],
    ...fields,
  }
}

export const buildMemoryFile = (fields: Partial<MemoryFile> = {}): MemoryFile => ({
  id: fakeId('mfl', 1),
  project: harbour,
  path: 'docs/CLAUDE.md',
  tool: 'claude-code',
  is_personal: false,
  visibility: 'team',
  origin: 'import',
  chars: 46,
  is_cut: false,
  content_hash: 'c'.repeat(64),
  git_branch: 'main',
  machine: { id: laptop.id, name: laptop.name },
  copies: 1,
  modified_at: '2026-05-01T09:30:00.000Z',
  first_seen_at: '2026-05-01T09:31:00.000Z',
  last_seen_at: '2026-05-02T09:31:00.000Z',
  gone_at: null,
  text: '# Harbour\n\n- Berths are numbered from the east.\n',
  ...fields,
})

export const buildCaptureTool = (fields: Partial<CaptureTool> = {}): CaptureTool => ({
  tool: 'claude-code',
  label: 'Claude Code',
  state: 'ok',
  agent: null,
  server: {
    sessions: 40,
    messages: 12_000,
    prompts: 800,
    indexed: 12_000,
    not_indexed: 0,
    distilled: 39,
    to_distil: 1,
    distil_failed: 0,
    to_embed: 0,
    forgotten: 0,
    last_received_at: '2026-05-02T11:59:00.000Z',
  },
  not_arrived: 0,
  lag_seconds: 0,
  ...fields,
})

export const buildCaptureMachine = (fields: Partial<CaptureMachine> = {}): CaptureMachine => ({
  ...laptop,
  platform: 'linux x64',
  agent_version: '0.1.0',
  owner: ana,
  state: 'ok',
  last_seen_at: '2026-05-02T11:59:00.000Z',
  reported_at: '2026-05-02T11:59:00.000Z',
  clock_skew_seconds: 0,
  agent: null,
  tools: [buildCaptureTool()],
  memory_files: null,
  ...fields,
})

export const buildCapture = (fields: Partial<CaptureOverview> = {}): CaptureOverview => ({
  at: '2026-05-02T12:00:00.000Z',
  server_version: '0.1.0',
  alarms: [],
  machines: [buildCaptureMachine()],
  left_out: 0,
  ...fields,
})
