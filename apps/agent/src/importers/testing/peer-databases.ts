import { makeDatabase } from '@teamlore/sources/testing/make-sqlite'

type Rows = Parameters<typeof makeDatabase>[2]

const CLAUDE_MEM = `
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT UNIQUE NOT NULL,
  claude_session_id TEXT, project TEXT NOT NULL, prompt_counter INTEGER DEFAULT 0,
  status TEXT NOT NULL DEFAULT 'active', created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL,
  completed_at TEXT, completed_at_epoch INTEGER, last_activity_at TEXT, last_activity_epoch INTEGER);
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL,
  sdk_session_id TEXT NOT NULL, claude_session_id TEXT, project TEXT NOT NULL, prompt_number INTEGER,
  tool_name TEXT NOT NULL, correlation_id TEXT, title TEXT, subtitle TEXT, narrative TEXT, text TEXT,
  facts TEXT, concepts TEXT, type TEXT, files_read TEXT, files_modified TEXT,
  created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL,
  claude_session_id TEXT, project TEXT NOT NULL, prompt_number INTEGER, request TEXT, investigated TEXT,
  learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at TEXT NOT NULL,
  created_at_epoch INTEGER NOT NULL);
CREATE TABLE user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, sdk_session_id TEXT NOT NULL,
  claude_session_id TEXT, project TEXT NOT NULL, prompt_number INTEGER, prompt_text TEXT NOT NULL,
  created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE memories (id INTEGER PRIMARY KEY, session_id TEXT, text TEXT, project TEXT,
  created_at TEXT, created_at_epoch INTEGER, title TEXT, facts TEXT, concepts TEXT, files_touched TEXT);`

const LORE = `
CREATE TABLE sessions (id TEXT PRIMARY KEY, tool TEXT NOT NULL, tool_version TEXT, started_at TEXT NOT NULL,
  ended_at TEXT, model TEXT, working_directory TEXT NOT NULL, git_branch TEXT, source_path TEXT,
  message_count INTEGER NOT NULL DEFAULT 0, machine_id TEXT);
CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, parent_id TEXT, idx INTEGER NOT NULL,
  timestamp TEXT NOT NULL, role TEXT NOT NULL, content TEXT NOT NULL, model TEXT, git_branch TEXT, cwd TEXT);
CREATE TABLE session_links (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, link_type TEXT NOT NULL,
  commit_sha TEXT, branch TEXT, remote TEXT, created_at TEXT NOT NULL, created_by TEXT NOT NULL, confidence REAL);
CREATE TABLE annotations (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, content TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE tags (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, label TEXT NOT NULL, created_at TEXT NOT NULL);
CREATE TABLE summaries (id TEXT PRIMARY KEY, session_id TEXT NOT NULL UNIQUE, content TEXT NOT NULL, generated_at TEXT NOT NULL);
CREATE TABLE machines (id TEXT PRIMARY KEY, name TEXT NOT NULL, created_at TEXT NOT NULL);`

const LOREAI = `
CREATE TABLE projects (id TEXT PRIMARY KEY, path TEXT NOT NULL UNIQUE, name TEXT, created_at INTEGER NOT NULL);
CREATE TABLE temporal_messages (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, session_id TEXT NOT NULL,
  role TEXT NOT NULL, content TEXT NOT NULL, tokens INTEGER DEFAULT 0, distilled INTEGER DEFAULT 0,
  created_at INTEGER NOT NULL, metadata TEXT);
CREATE TABLE distillations (id TEXT PRIMARY KEY, project_id TEXT NOT NULL, session_id TEXT NOT NULL,
  narrative TEXT NOT NULL, facts TEXT NOT NULL, source_ids TEXT NOT NULL, generation INTEGER DEFAULT 0,
  token_count INTEGER DEFAULT 0, created_at INTEGER NOT NULL, observations TEXT NOT NULL DEFAULT '',
  archived INTEGER NOT NULL DEFAULT 0);
CREATE TABLE knowledge (id TEXT PRIMARY KEY, project_id TEXT, category TEXT NOT NULL, title TEXT NOT NULL,
  content TEXT NOT NULL, source_session TEXT, cross_project INTEGER DEFAULT 0, confidence REAL DEFAULT 1.0,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, metadata TEXT);`

const AT = '2025-03-04T05:06:07.000Z'
const EPOCH = Date.parse(AT)
const created = (seconds = 0) => ({
  created_at: new Date(EPOCH + seconds * 1_000).toISOString(),
  created_at_epoch: EPOCH + seconds * 1_000,
})

const CLAUDE_ID = '5e0c7a1e-0000-4000-8000-00000000c1a0'
const OF = { sdk_session_id: 'sdk-1', claude_session_id: CLAUDE_ID, project: 'harbour' }

export const CLAUDE_MEM_ROWS: Rows = [
  ['sdk_sessions', { ...OF, ...created(), completed_at_epoch: EPOCH + 60_000 }],
  ['user_prompts', { ...OF, prompt_number: 1, prompt_text: 'Mend the tide table.', ...created(1) }],
  [
    'observations',
    {
      ...OF,
      session_id: 'sdk-1',
      prompt_number: 1,
      tool_name: 'Edit',
      type: 'bugfix',
      title: 'Tide table read twice',
      subtitle: 'One reader too many',
      narrative: 'Each berth opened the table again.',
      facts: ['There are 12 berths.'],
      concepts: ['tide-table'],
      files_read: [],
      files_modified: ['/home/ana/work/harbour/src/tide.ts'],
      ...created(2),
    },
  ],
  [
    'observations',
    {
      ...OF,
      session_id: 'sdk-1',
      prompt_number: null,
      tool_name: 'Read',
      type: 'gossip',
      title: null,
      text: 'The lockkeeper sleeps at noon.',
      facts: null,
      ...created(3),
    },
  ],
  [
    'session_summaries',
    { ...OF, prompt_number: 1, request: 'Mend it', learned: 'A', ...created(4) },
  ],
  [
    'session_summaries',
    { ...OF, prompt_number: 1, request: 'Mend it', learned: 'B', ...created(5) },
  ],
  ['memories', { session_id: 'older', text: 'Buoys are red.', project: 'harbour', ...created(6) }],
]

export const claudeMemDatabase = (path: string, rows: Rows = CLAUDE_MEM_ROWS): string =>
  makeDatabase(path, CLAUDE_MEM, rows)

const SESSION = { session_id: 'aaaa-1' }

const LORE_ROWS: Rows = [
  ['machines', { id: 'mach', name: 'old-laptop', created_at: AT }],
  [
    'sessions',
    {
      id: 'aaaa-1',
      tool: 'aider',
      tool_version: '0.8',
      started_at: AT,
      model: 'anvil-large',
      working_directory: '/nowhere/harbour',
      git_branch: 'main',
      machine_id: 'mach',
      source_path: '/nowhere/harbour/.aider.chat.history.md',
    },
  ],
  [
    'messages',
    {
      id: 'b',
      ...SESSION,
      idx: 1,
      timestamp: AT,
      role: 'assistant',
      content: [
        { type: 'text', text: 'It is mended.' },
        { type: 'tool_use', id: 't', name: 'Edit', input: { file_path: 'a.ts' } },
      ],
    },
  ],
  [
    'messages',
    { id: 'a', ...SESSION, idx: 0, timestamp: AT, role: 'user', content: '"Mend the buoy."' },
  ],
  [
    'messages',
    {
      id: 'c',
      ...SESSION,
      idx: 2,
      timestamp: AT,
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }],
    },
  ],
  [
    'session_links',
    {
      id: 'l',
      ...SESSION,
      link_type: 'commit',
      commit_sha: '0123456789abcdef0123',
      created_at: AT,
      created_by: 'auto',
      confidence: 0.85,
    },
  ],
  [
    'annotations',
    { id: 'n', ...SESSION, content: 'Look at this again before winter.', created_at: AT },
  ],
  ['tags', { id: 't', ...SESSION, label: 'buoys', created_at: AT }],
  [
    'summaries',
    { id: 's', ...SESSION, content: 'The buoy was mended.', generated_at: '2025-03-05 06:07:08' },
  ],
]

export const loreDatabase = (path: string, rows: Rows = LORE_ROWS): string =>
  makeDatabase(path, LORE, rows)

const LOREAI_ROWS: Rows = [
  ['projects', { id: 'p1', path: '/nowhere/harbour', name: 'harbour', created_at: EPOCH }],
  [
    'temporal_messages',
    {
      id: 'm1',
      project_id: 'p1',
      session_id: 'ses_open',
      role: 'user',
      content: 'Why is the lock slow?',
      created_at: EPOCH,
    },
  ],
  [
    'temporal_messages',
    {
      id: 'm2',
      project_id: 'p1',
      session_id: 'ses_open',
      role: 'assistant',
      content: 'It waits for the tide.',
      created_at: EPOCH + 1,
    },
  ],
  [
    'distillations',
    {
      id: 'd1',
      project_id: 'p1',
      session_id: 'ses_open',
      narrative: '',
      facts: ['Locks wait.'],
      source_ids: [],
      observations: 'The lock waits for the tide.',
      archived: 1,
      created_at: EPOCH + 2,
    },
  ],
  [
    'knowledge',
    {
      id: 'k1',
      project_id: 'p1',
      category: 'gotcha',
      title: 'Locks wait for tides',
      content: 'Never open both gates.',
      source_session: 'ses_open',
      confidence: 0.9,
      created_at: EPOCH,
      updated_at: EPOCH + 9_000,
    },
  ],
  [
    'knowledge',
    {
      id: 'k2',
      project_id: null,
      category: 'preference',
      title: 'Small commits',
      content: 'One thing each.',
      cross_project: 1,
      created_at: EPOCH,
      updated_at: EPOCH,
    },
  ],
]

export const loreaiDatabase = (path: string, rows: Rows = LOREAI_ROWS): string =>
  makeDatabase(path, LOREAI, rows)
