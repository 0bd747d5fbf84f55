import type { RecordsResponse } from '@teamlore/core'
import type {
  CaptureReport,
  LoreRecord,
  Message,
  Observation,
  SearchHit,
  Session,
  SessionDetail,
  Summary,
  TimelineItem,
  TimelineResponse,
} from '@teamlore/shared'
import type { Blamed } from '@teamlore/shared/blame'
import type { Commit } from '@teamlore/shared/commits'
import type { WhyResponse } from '@teamlore/shared/why'

/** Wire objects with every field filled; tests say what matters to them. */

export const sampleHit = (fields: Partial<SearchHit> = {}): SearchHit => ({
  id: 'obs_01aaaaaaaaaaaaaaaaaaaaaaaa',
  kind: 'observation',
  type: 'decision',
  title: 'Keep two engines behind one type',
  snippet: { text: 'one code path, two sizes', highlights: [[4, 8]] },
  score: 1.5,
  score_parts: { text: null, vector: null, exact: null, unread: 0, fused: 1.5, priors: {} },
  occurred_at: '2026-03-04T05:06:07.000Z',
  author: { id: 'usr_1', name: 'Ann' },
  project: { id: 'prj_1', name: 'teamlore' },
  tool: 'claude-code',
  session_id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  message_id: 'msg_01aaaaaaaaaaaaaaaaaaaaaaaa',
  status: 'current',
  url: '/sessions/ses_01aaaaaaaaaaaaaaaaaaaaaaaa#msg_01aaaaaaaaaaaaaaaaaaaaaaaa',
  tokens: 320,
  ...fields,
})

/** What opening records answers; nothing by default. */
export const sampleRecords = (of: Partial<RecordsResponse>): RecordsResponse => ({
  items: [],
  missing: [],
  unclear: [],
  left_out: [],
  tokens: 1,
  ...of,
})

export const sampleRecord = (fields: Partial<LoreRecord> = {}): LoreRecord => ({
  id: 'obs_01aaaaaaaaaaaaaaaaaaaaaaaa',
  kind: 'observation',
  title: 'Keep two engines behind one type',
  text: 'Because both sizes must pass the same batteries.',
  url: '/sessions/ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  tokens: 12,
  session_id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  occurred_at: '2026-03-04T05:06:07.000Z',
  ...fields,
})

export const sampleTimelineItem = (fields: Partial<TimelineItem> = {}): TimelineItem => ({
  id: 'obs_01aaaaaaaaaaaaaaaaaaaaaaaa',
  kind: 'observation',
  type: 'decision',
  title: 'Keep two engines behind one type',
  at: '2026-03-04T05:06:07.000Z',
  author: { id: 'usr_1', name: 'Ann' },
  project: { id: 'prj_1', name: 'teamlore' },
  tool: 'claude-code',
  session_id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  message_id: null,
  status: 'current',
  url: '/sessions/ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  tokens: 320,
  ...fields,
})

export const sampleTimeline = (items: TimelineItem[], middle = 0): TimelineResponse => ({
  anchor: { id: items[middle]?.id ?? null, at: null },
  within: 'project',
  items,
  has_earlier: false,
  has_later: true,
  tokens: 60,
  left_out: { count: 0, tokens: 0 },
  notes: [],
})

const USAGE = {
  input_tokens: 1,
  output_tokens: 2,
  cache_creation_tokens: 3,
  cache_read_tokens: 4,
}

export const sampleSession = (fields: Partial<Session> = {}): Session => ({
  id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  tool: 'claude-code',
  native_id: 'n',
  kind: 'main',
  started_by: 'person',
  parent_id: null,
  title: 'Open both engines',
  project: { id: 'prj_1', name: 'teamlore' },
  author: { id: 'usr_1', name: 'Ann' },
  machine: { id: 'mac_1', name: 'laptop' },
  visibility: 'team',
  cwd: '/src',
  git_branch: 'main',
  git_head: null,
  tool_version: '1.0',
  models: ['m'],
  started_at: '2026-03-04T05:06:07.000Z',
  ended_at: '2026-03-05T05:06:07.000Z',
  updated_at: '2026-03-05T05:06:07.000Z',
  counts: { messages: 9, prompts: 2, edits: 1, observations: 3, work: 0, subagents: 0 },
  usage: USAGE,
  distilled: 'done',
  tags: [],
  ...fields,
})

export const sampleSessionDetail = (fields: Partial<SessionDetail> = {}): SessionDetail => ({
  ...sampleSession(),
  parent: null,
  children: [],
  pull_requests: [],
  notes: [],
  removal: null,
  files: [
    { path: 'src/a.ts', edits: 1, deletions: 0, renames: 0, added_lines: 3, removed_lines: 1 },
  ],
  source: {
    path: '/x',
    lines: 9,
    bad_lines: 0,
    unknown_records: 0,
    redactions: 0,
    server_redactions: 0,
  },
  ...fields,
})

export const sampleMessage = (fields: Partial<Message> = {}): Message => ({
  id: 'msg_01aaaaaaaaaaaaaaaaaaaaaaaa',
  session_id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  parent_id: null,
  ordinal: 0,
  ts: '2026-03-04T05:06:07.000Z',
  role: 'user',
  kind: 'human',
  model: null,
  git_branch: 'main',
  is_abandoned: false,
  usage: null,
  blocks: [{ block: { type: 'text', text: 'Why two engines?' }, truncated_chars: 0 }],
  ...fields,
})

export const sampleSummary = (fields: Partial<Summary> = {}): Summary => ({
  id: 'sum_01aaaaaaaaaaaaaaaaaaaaaaaa',
  session_id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  prompt_id: null,
  prompt_number: 1,
  project: null,
  request: 'Open both engines behind one type.',
  investigated: 'Drivers.',
  learned: 'PGlite has one session.',
  completed: 'One type, two engines.',
  next_steps: '',
  notes: '',
  origin: 'agent',
  distiller: 'extractive',
  superseded_at: null,
  occurred_at: null,
  ...fields,
})

export const sampleObservation = (fields: Partial<Observation> = {}): Observation => ({
  id: 'obs_01aaaaaaaaaaaaaaaaaaaaaaaa',
  session_id: 'ses_01aaaaaaaaaaaaaaaaaaaaaaaa',
  prompt_id: null,
  message_id: null,
  project: null,
  purpose: 'finding',
  type: 'decision',
  topic: 'Keeping two engines behind one type',
  title: 'Keep two engines behind one type',
  subtitle: '',
  narrative: '',
  facts: [],
  concepts: [],
  files_read: [],
  files_modified: [],
  origin: 'agent',
  distiller: 'extractive',
  claim: null,
  confidence: null,
  superseded_at: null,
  superseded_by: null,
  occurred_at: null,
  ...fields,
})

export const sampleCaptureReport = (fields: Partial<CaptureReport> = {}): CaptureReport => ({
  machine: {
    fingerprint: 'a'.repeat(32),
    name: 'laptop',
    platform: 'linux x64',
    agent_version: '0.1.0',
  },
  sent_at: '2026-03-04T05:06:07.000Z',
  watching: true,
  since: '2026-03-01T00:00:00.000Z',
  spool: { batches: 0, bytes: 0, limit_bytes: 512_000_000, oldest_at: null },
  rejected: { batches: 0, bytes: 0 },
  paused: null,
  tools_off: [],
  last_success_at: null,
  last_error: null,
  tools: [],
  memory_files: null,
  ...fields,
})

export const sampleWhy = (): WhyResponse => ({
  project: { id: 'prj_1', name: 'teamlore' },
  as_of: null,
  paths: ['src/a.ts'],
  format: 'markdown',
  text: 'Because.',
  tokens: 2,
  budget_tokens: 1_500,
  included: [],
  suggestion: null,
  left_out: { count: 0, tokens: 0 },
})

const sampleCommit = (fields: Partial<Commit> = {}): Commit => ({
  id: 'cmt_01aaaaaaaaaaaaaaaaaaaaaaaa',
  sha: 'c0ffee'.padEnd(40, '0'),
  subject: 'Add a second engine',
  project: null,
  author: { name: 'Ann', user: null },
  branch: 'main',
  parents: [],
  is_merge: false,
  authored_at: '2026-03-04T09:00:00.000Z',
  committed_at: '2026-03-04T09:00:00.000Z',
  counts: { files: 0, added_lines: 0, removed_lines: 0, sessions: 1 },
  is_linked: true,
  tree: 'ace'.padEnd(40, '0'),
  patch_id: null,
  trailers: [],
  files: [],
  sessions: [
    {
      id: 'lnk_01aaaaaaaaaaaaaaaaaaaaaaaa',
      type: 'commit',
      relation: 'wrote',
      confidence: 0.95,
      reasons: ['12 lines last written by it, 80 % of the commit by rarity'],
      created_by: 'auto',
      session: {
        id: sampleSession().id,
        title: sampleSession().title,
        tool: 'claude-code',
        author: { id: 'usr_1', name: 'Ann' },
        started_at: null,
        ended_at: null,
      },
      commit: null,
      target: 'c0ffee'.padEnd(40, '0'),
      created_at: '2026-03-04T09:00:00.000Z',
    },
  ],
  replaces: [],
  replaced_by: [],
  reverts: [],
  reverted_by: [],
  fixes: [],
  fixed_by: [],
  ...fields,
})

const SAMPLE_BLAMED: Blamed = {
  origin: 'person',
  confidence: 0.9,
  reasons: ['no captured session wrote this line'],
  commit: null,
  session: null,
  prompt: { message_id: 'msg_01aaaaaaaaaaaaaaaaaaaaaaaa', text: 'Why two engines?', at: null },
  excerpt: null,
}

export const sampleCommitUseCases = {
  getCommit: async () => sampleCommit(),
  getInsights: async () => ({
    days: 120,
    commits: { all: 0, sampled: 0, with_session: 0 },
    origins: [],
    tools: [],
    models: [],
    hot_files: [],
    people: [],
    method: [],
  }),
  listStale: async () => ({ items: [], total: 0, news: 0 }),
  markStaleReported: async () => ({ reported: 0 }),
  reportChange: async () => ({
    project: { id: 'prj_00000000000000000000000000', name: 'acme/kingfisher' },
    items: [],
    left_out: 0,
    sessions: [],
    commits: { asked: 0, known: 0, linked: 0 },
    files_without_lines: 0,
  }),
  blameLines: async () => ({ answers: [SAMPLE_BLAMED], lines: [0] }),
  noteOnFile: async () => null,
}
