import { openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>

/** What the compressor made of a thread with one question; its text repeats itself, so that it is really packed. */
export const PACKED = Buffer.from(
  'KLUv/QRoTQMA4oYVFoBtxgyRyZ13enzXvsJKEtA6oREmsdMxropTTbgxyVHnTheTHgcN86braQ6QGJE4BOiywE5arKPrPMnBQ3S+2DB3+ozhkT9V1HvaHLyUSRRxrm3ZDgMFADMJ0M/ssYjilSMZBAUFH2I0YQ==',
  'base64',
)

/** The same format without any compression: a frame of one piece. */
export const packRaw = (content: Buffer): Buffer => {
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0])
  frame.writeUInt32LE(content.length, 5)
  const blocks: Buffer[] = []
  for (let at = 0; at < content.length || at === 0; at += 100_000) {
    const piece = content.subarray(at, at + 100_000)
    const isLast = at + 100_000 >= content.length
    const head = Buffer.alloc(3)
    head.writeUIntLE((piece.length << 3) | (isLast ? 1 : 0), 0, 3)
    blocks.push(head, piece)
  }
  return Buffer.concat([frame, ...blocks])
}

const SCHEMA =
  'CREATE TABLE threads (id TEXT PRIMARY KEY, summary TEXT NOT NULL, updated_at TEXT NOT NULL, data_type TEXT NOT NULL, data BLOB NOT NULL)'
export const NEWER =
  'ALTER TABLE threads ADD COLUMN parent_id TEXT; ALTER TABLE threads ADD COLUMN folder_paths TEXT; ALTER TABLE threads ADD COLUMN created_at TEXT'

export const openZed = (path: string, more = NEWER) => {
  const database = openDatabase(path, { isLogged: true })
  database.run(`${SCHEMA}; ${more}`)
  return database
}

export const addThread = (
  database: ReturnType<typeof openZed>,
  id: string,
  thread: Fields,
  more: Fields = {},
): void =>
  database.insert('threads', {
    id,
    summary: 'Louder bellows',
    updated_at: '2026-02-03T11:00:00Z',
    data_type: 'zstd',
    data: packRaw(Buffer.from(JSON.stringify(thread))),
    ...more,
  })

export const bellows: Fields = {
  version: '0.3.0',
  title: 'Louder bellows',
  model: { provider: 'anvil', model: 'anvil-large' },
  request_token_usage: { u1: { input_tokens: 9, output_tokens: 4, cache_read_input_tokens: 2 } },
  initial_project_snapshot: {
    worktree_snapshots: [
      {
        worktree_path: '/home/ada/anvil',
        git_state: { current_branch: 'main', head_sha: 'abc123' },
      },
    ],
  },
  messages: [
    {
      User: {
        id: 'u1',
        content: [
          { Text: 'Make the bellows louder, see ' },
          {
            Mention: {
              uri: { File: { abs_path: '/home/ada/anvil/bellows.md' } },
              content: 'Bellows',
            },
          },
        ],
      },
    },
    {
      Agent: {
        content: [
          { Thinking: { text: 'Wider.', signature: null } },
          { Text: 'I widen it.' },
          {
            ToolUse: {
              id: 't1',
              name: 'edit_file',
              input: { path: 'anvil/nozzle.ts', mode: 'edit' },
            },
          },
          {
            ToolUse: {
              id: 't2',
              name: 'edit_file',
              input: { path: 'anvil/no.ts', mode: 'create' },
            },
          },
        ],
        tool_results: {
          t1: {
            tool_use_id: 't1',
            is_error: false,
            content: { Text: 'Edited' },
            output: { old_text: 'a\nnarrow\n', new_text: 'a\nwide\n' },
          },
          t2: { tool_use_id: 't2', is_error: true, content: { Text: 'refused' }, output: null },
        },
      },
    },
    'Resume',
    { Agent: { content: [{ Text: 'Done.' }], tool_results: {} } },
  ],
}

export const older: Fields = {
  summary: 'Older',
  messages: [
    {
      id: 0,
      role: 'user',
      segments: [{ type: 'text', text: 'Light the forge' }],
      context: '<file>',
    },
    {
      id: 1,
      role: 'assistant',
      segments: [
        { type: 'thinking', text: 'Wood.' },
        { type: 'text', text: 'Lighting.' },
      ],
      tool_uses: [{ id: 'x', name: 'terminal', input: { command: 'light' } }],
      tool_results: [{ tool_use_id: 'x', is_error: false, content: 'lit' }],
    },
  ],
}
