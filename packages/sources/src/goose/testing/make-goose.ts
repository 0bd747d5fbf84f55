import { openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>

export const OLD_SCHEMA = `
  CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT, session_type TEXT, working_dir TEXT, created_at TEXT,
    updated_at TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT, role TEXT, content_json TEXT,
    created_timestamp INTEGER, metadata_json TEXT);`
const NEW_COLUMNS = `
  ALTER TABLE sessions ADD COLUMN model_config_json TEXT;
  ALTER TABLE sessions ADD COLUMN parent_session_id TEXT;
  ALTER TABLE messages ADD COLUMN message_id TEXT;`

export const openGoose = (path: string, schema = OLD_SCHEMA + NEW_COLUMNS) => {
  const database = openDatabase(path, { isLogged: true })
  database.run(schema)
  return database
}

export const addSession = (
  database: ReturnType<typeof openGoose>,
  id: string,
  messages: readonly Fields[],
  more: Fields = {},
): void => {
  database.insert('sessions', {
    id,
    name: 'Bellows',
    description: '',
    session_type: 'user',
    working_dir: '/home/ada/anvil',
    created_at: '2026-02-03 10:00:00',
    updated_at: '2026-02-03 10:00:00',
    ...more,
  })
  messages.forEach(({ role, content, ...other }, at) => {
    database.insert('messages', {
      session_id: id,
      role,
      content_json: JSON.stringify(content),
      created_timestamp: 1_770_112_800 + at,
      metadata_json: '{"userVisible":true,"agentVisible":true}',
      ...other,
    })
  })
}

export const text = (words: string) => ({ type: 'text', text: words })
const request = (id: string, name: string, args: unknown) => ({
  type: 'toolRequest',
  id,
  toolCall: { status: 'success', value: { name, arguments: args } },
})
const response = (id: string, words: string, status = 'success') => ({
  type: 'toolResponse',
  id,
  toolResult:
    status === 'success'
      ? { status, value: [{ type: 'text', text: words }] }
      : { status, error: words },
})

export const bellows: Fields[] = [
  { role: 'user', content: [text('Make the bellows louder')] },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Wider.', signature: 'x' },
      request('c1', 'developer__text_editor', {
        command: 'str_replace',
        path: 'nozzle.ts',
        old_str: 'narrow',
        new_str: 'wide',
      }),
      request('c2', 'developer__text_editor', {
        command: 'write',
        path: '/home/ada/anvil/no.ts',
        file_text: 'no',
      }),
      request('c3', 'developer__text_editor', { command: 'view', path: 'nozzle.ts' }),
    ],
  },
  {
    role: 'user',
    content: [
      response('c1', 'replaced'),
      response('c2', 'not allowed', 'error'),
      response('c3', 'wide'),
    ],
  },
  { role: 'assistant', content: [text('Done.')] },
]

export const lines = [
  { working_dir: '/home/ada/forge', description: 'Cold forge', message_count: 2 },
  { role: 'user', created: 1_740_000_000, content: [text('Light the forge')] },
  { role: 'assistant', created: 1_740_000_001, content: [text('Lit.')] },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')
