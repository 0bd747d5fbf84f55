import { openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>
export type CrushFixture = {
  id: string
  parent?: string
  title?: string
  /** What the session says that the last call of the model took and gave. */
  tokens?: [prompt: number, completion: number]
  messages: readonly { role: string; parts: readonly Fields[]; more?: Fields }[]
}

const SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, parent_session_id TEXT, title TEXT NOT NULL, message_count INTEGER DEFAULT 0,
    prompt_tokens INTEGER DEFAULT 0, completion_tokens INTEGER DEFAULT 0, updated_at INTEGER, created_at INTEGER);
  CREATE TABLE files (id INTEGER PRIMARY KEY, session_id TEXT, path TEXT, content TEXT, version INTEGER, created_at INTEGER);
  CREATE TABLE messages (id TEXT PRIMARY KEY, session_id TEXT, role TEXT, parts TEXT, model TEXT, is_summary_message INTEGER,
    created_at INTEGER, updated_at INTEGER);`

const START = 1_760_000_000

export const text = (words: string): Fields => ({ type: 'text', data: { text: words } })

export const call = (id: string, name: string, input: unknown): Fields => ({
  type: 'tool_call',
  data: { id, name, input: JSON.stringify(input), finished: true },
})

export const result = (id: string, content: string, more: Fields = {}): Fields => ({
  type: 'tool_result',
  data: { tool_call_id: id, name: '', content, is_error: false, ...more },
})

const finish: Fields = { type: 'finish', data: { reason: 'stop', time: START } }

export const openCrush = (path: string) => {
  const database = openDatabase(path, { isLogged: true })
  database.run(SCHEMA)
  return database
}

export const addSession = (
  database: ReturnType<typeof openCrush>,
  { id, parent, title = 'Bellows', tokens = [0, 0], messages }: CrushFixture,
): void => {
  database.insert('sessions', {
    id,
    parent_session_id: parent ?? null,
    title,
    prompt_tokens: tokens[0],
    completion_tokens: tokens[1],
    created_at: START,
    updated_at: START,
  })
  messages.forEach(({ role, parts, more = {} }, at) => {
    database.insert('messages', {
      id: `${id}-${at}`,
      session_id: id,
      role,
      parts: JSON.stringify(parts),
      model: role === 'assistant' ? 'anvil-mini' : null,
      created_at: START + Math.floor(at / 2),
      updated_at: START + at,
      ...more,
    })
  })
}

export const bellows: CrushFixture = {
  id: 's-bellows',
  tokens: [4_210, 38],
  messages: [
    { role: 'user', parts: [text('Make the bellows louder')] },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', data: { thinking: 'Wider.' } },
        call('c1', 'edit', { file_path: '/p/nozzle.ts', old_string: 'narrow', new_string: 'wide' }),
        finish,
      ],
    },
    {
      role: 'tool',
      parts: [
        result('c1', 'done', {
          metadata: JSON.stringify({
            old_content: 'a\nnarrow\nb\nc\n',
            new_content: 'a\nwide\nb\nC\n',
          }),
        }),
      ],
    },
    {
      role: 'assistant',
      parts: [
        call('c2', 'write', { file_path: '/p/ring.ts', content: 'ring\nbell\n' }),
        call('c3', 'write', { file_path: '/p/no.ts', content: 'no\n' }),
      ],
    },
    {
      role: 'tool',
      parts: [result('c2', 'written'), result('c3', 'not allowed', { is_error: true })],
    },
    { role: 'assistant', parts: [text('Done.'), finish] },
  ],
}
