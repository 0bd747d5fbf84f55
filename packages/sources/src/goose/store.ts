import type { SqliteFile } from '../files/open-sqlite.ts'
import { createBadCounter, parseJson } from '../shared/parse-json.ts'
import type { SqliteStore, StoredSession, StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { fieldsOf, textOrNull, timeOrNull } from '../shared/values.ts'
import { failedCalls, type RawMessage, readMessage } from './read-message.ts'

/** `sessions.db`; its columns differ by version. */
export const gooseStore: SqliteStore = {
  isOwn: (file) =>
    file.columns('sessions').has('working_dir') &&
    ['session_id', 'role', 'content_json'].every((name) => file.columns('messages').has(name)),
  list: (file) => listSessions(file),
  read: (file, part) => readSession(file, part),
}

const listSessions = (file: SqliteFile): StoredSession[] => {
  const marks = new Map(
    file
      .select(
        [
          'session_id',
          'count(*) AS n',
          'max(id) AS last',
          'sum(octet_length(content_json)) AS size',
        ],
        'FROM messages GROUP BY session_id',
      )
      .map(({ session_id, n, last, size }) => [session_id, `${n}:${last}:${size}`]),
  )
  const { columns } = sessionColumns(file)
  return file
    .select([...columns], 'FROM sessions ORDER BY id')
    .filter((row) => row['session_type'] !== 'hidden')
    .map((row) => ({
      part: String(row['id']),
      version: `${row['updated_at']} ${row['name']} ${marks.get(row['id'] ?? null) ?? ''}`.slice(
        0,
        500,
      ),
    }))
}

const SESSION_COLUMNS = [
  'id',
  'name',
  'description',
  'session_type',
  'working_dir',
  'created_at',
  'updated_at',
  'model_config_json',
  'parent_session_id',
]

const sessionColumns = (file: SqliteFile): { columns: readonly string[] } => {
  const known = file.columns('sessions')
  return {
    columns: SESSION_COLUMNS.map((name) => (known.has(name) ? name : `NULL AS ${name}`)),
  }
}

const readSession = (file: SqliteFile, id: string): StoreReading => {
  const { columns } = sessionColumns(file)
  const [row] = file.select([...columns], 'FROM sessions WHERE id = ?', [id])
  if (row === undefined) return { reason: 'is a session that is not there any more' }
  const { bad, note } = createBadCounter()
  const messages = loadMessages(file, id, note)
  const unknown = createUnknownRecords()
  const cwd = textOrNull(row['working_dir'], 4_096)
  const type = textOrNull(row['session_type']) ?? 'user'
  const isChild = type === 'sub_agent'
  const { model_name } = fieldsOf<{ model_name?: unknown }>(parseJson(row['model_config_json']))
  const context = {
    cwd,
    model: textOrNull(model_name, 200),
    isAskedByPerson: !isChild && type !== 'scheduled',
    failed: failedCalls(messages),
    unknown,
  }
  return {
    facts: {
      nativeId: id,
      kind: isChild ? 'subagent' : 'main',
      parentNativeId: isChild ? textOrNull(row['parent_session_id'], 300) : null,
      cwd,
      title: titleOf(row['name']) ?? titleOf(row['description']),
      startedAt: utc(row['created_at']),
    },
    turns: messages
      .map((message) => readMessage(message, context))
      .filter(({ blocks }) => blocks.length > 0),
    rows: messages.length + bad.count,
    badRows: bad,
    unknownRecords: unknown.counts(),
  }
}

/** Names that are given before anything was said. */
export const titleOf = (name: unknown): string | null => {
  const text = textOrNull(name)
  return text === null || /^(CLI Session|New session( \d+)?|New Chat)$/i.test(text) ? null : text
}

/** "2025-12-02 16:58:55" is UTC, though it does not say so. */
const utc = (value: unknown): string | null => {
  const text = textOrNull(value)
  const isBare = text !== null && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(text)
  return timeOrNull(isBare ? `${text.replace(' ', 'T')}Z` : (text ?? value))
}

const loadMessages = (file: SqliteFile, id: string, onBad: (row: number) => void): RawMessage[] => {
  const known = file.columns('messages')
  const optional = (name: string): string => (known.has(name) ? name : `NULL AS ${name}`)
  const rows = file.select(
    [
      'role',
      'content_json',
      'created_timestamp',
      optional('message_id'),
      optional('metadata_json'),
    ],
    'FROM messages WHERE session_id = ? ORDER BY id',
    [id],
  )
  return rows.flatMap((row, at): RawMessage[] => {
    const content = parseJson(row['content_json'])
    if (!Array.isArray(content)) onBad(at + 1)
    return Array.isArray(content)
      ? [
          {
            // Numbers of rows are given again when a conversation is shortened: no name to know a message by.
            id: row['message_id'],
            role: row['role'],
            created: row['created_timestamp'],
            content,
            metadata: parseJson(row['metadata_json']),
          },
        ]
      : []
  })
}
