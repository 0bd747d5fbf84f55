import { openDatabase } from '../../testing/make-sqlite.ts'

type Fields = Record<string, unknown>

export const asked = (content: Fields, more: Fields = {}): Fields => ({
  content,
  timestamp: '2026-02-03T10:00:00Z',
  env_context: { env_state: { current_working_directory: '/home/ada/anvil' } },
  ...more,
})
const use = (id: string, name: string, args: Fields): Fields => ({ id, name, args })

export const bellows = (id: string): Fields => ({
  conversation_id: id,
  history: [
    {
      user: asked({ Prompt: { prompt: 'Make the bellows louder' } }),
      assistant: {
        ToolUse: {
          message_id: 'a1',
          content: 'I widen it.',
          tool_uses: [
            use('t1', 'fs_write', {
              command: 'str_replace',
              path: 'nozzle.ts',
              old_str: 'narrow',
              new_str: 'wide',
            }),
            use('t2', 'fs_write', {
              command: 'create',
              path: '/home/ada/anvil/no.ts',
              file_text: 'no',
            }),
          ],
        },
      },
      request_metadata: { stream_end_timestamp_ms: 1_770_112_810_000, model_id: 'anvil-large' },
    },
    {
      user: asked({
        ToolUseResults: {
          tool_use_results: [
            { tool_use_id: 't1', content: [{ Text: 'replaced' }], status: 'Success' },
            { tool_use_id: 't2', content: [{ Json: { why: 'refused' } }], status: 'Error' },
          ],
        },
      }),
      assistant: { Response: { message_id: 'a2', content: 'Done.' } },
    },
  ],
})

const SCHEMA = `
  CREATE TABLE auth_kv (key TEXT PRIMARY KEY, value TEXT);
  CREATE TABLE conversations (key TEXT PRIMARY KEY, value TEXT);`
const TODAY =
  'CREATE TABLE conversations_v2 (key TEXT, conversation_id TEXT, value TEXT, created_at INTEGER, updated_at INTEGER, PRIMARY KEY (key, conversation_id))'

export const openKiro = (path: string, today = TODAY) => {
  const database = openDatabase(path, { isLogged: true })
  database.run(`${SCHEMA}${today}`)
  return database
}

export const add = (
  database: ReturnType<typeof openKiro>,
  id: string,
  value: unknown,
  at = 1,
): void =>
  database.insert('conversations_v2', {
    key: '/home/ada/anvil',
    conversation_id: id,
    value,
    created_at: 1_770_112_800_000,
    updated_at: 1_770_112_800_000 + at,
  })

export const lines = [
  {
    version: 'v1',
    kind: 'Prompt',
    data: {
      message_id: 'm1',
      content: [{ kind: 'text', data: 'Light the forge' }],
      meta: { timestamp: 1_770_112_800 },
    },
  },
  {
    version: 'v1',
    kind: 'AssistantMessage',
    data: {
      message_id: 'm2',
      content: [
        { kind: 'text', data: 'Lighting.' },
        {
          kind: 'toolUse',
          data: {
            toolUseId: 'u1',
            name: 'write',
            input: { command: 'create', path: 'fire.md', content: 'hot\n' },
          },
        },
        {
          kind: 'toolUse',
          data: {
            toolUseId: 'u2',
            name: 'write',
            input: { command: 'strReplace', path: 'fire.md', oldStr: 'hot', newStr: 'cold' },
          },
        },
      ],
    },
  },
  {
    version: 'v1',
    kind: 'ToolResults',
    data: {
      message_id: 'm3',
      content: [
        {
          kind: 'toolResult',
          data: {
            toolUseId: 'u1',
            content: [{ kind: 'text', data: 'written' }],
            status: 'success',
          },
        },
        {
          kind: 'toolResult',
          data: { toolUseId: 'u2', content: [{ kind: 'json', data: { no: 1 } }], status: 'error' },
        },
      ],
    },
  },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')
