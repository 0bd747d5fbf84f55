import { join } from 'node:path'
import type { SqliteFile } from '../files/open-sqlite.ts'
import { createSqliteSource, type SqliteStore, type StoreReading } from '../shared/sqlite-source.ts'
import { textOrNull, timeOrNull } from '../shared/values.ts'
import type { Source } from '../source.ts'
import type { Turn } from '../turns/session-draft.ts'
import { EXTENSION_FOLDERS } from './transcripts.ts'

/** `session-store.db` keeps what was asked and answered, also of sessions whose transcripts were cleared away. */
export const createTurnStore = (info: Source['info'], users: readonly string[]): Source =>
  createSqliteSource({
    info,
    databases: async () =>
      users.flatMap((user) =>
        EXTENSION_FOLDERS.map((name) => join(user, 'globalStorage', name, 'session-store.db')),
      ),
    fits: (name) => /session-store\.db$/i.test(name),
    store: turnStore,
  })

const turnStore: SqliteStore = {
  isOwn: (file, path) =>
    !/[\\/]\.copilot[\\/]/.test(path) &&
    file.columns('sessions').has('cwd') &&
    ['session_id', 'user_message', 'assistant_response'].every((name) =>
      file.columns('turns').has(name),
    ),
  list: (file) => {
    const updated = file.columns('sessions').has('updated_at') ? 's.updated_at' : "''"
    const size = 'octet_length(t.user_message) + octet_length(t.assistant_response)'
    return file
      .select(
        ['s.id AS id', `${updated} AS updated`, 'count(t.session_id) AS n', `sum(${size}) AS size`],
        'FROM sessions s LEFT JOIN turns t ON t.session_id = s.id GROUP BY s.id ORDER BY s.id',
      )
      .map(({ id, updated: at, n, size: bytes }) => ({
        part: String(id),
        version: `${at}:${n}:${bytes}`.slice(0, 500),
      }))
  },
  read: (file, part) => readTurns(file, part),
}

const readTurns = (file: SqliteFile, id: string): StoreReading => {
  const has = (table: string, name: string): string =>
    file.columns(table).has(name) ? name : `NULL AS ${name}`
  const [row] = file.select(
    ['cwd', ...['branch', 'summary', 'created_at'].map((name) => has('sessions', name))],
    'FROM sessions WHERE id = ?',
    [id],
  )
  if (row === undefined) return { reason: 'is a session that is not there any more' }
  const order = file.columns('turns').has('turn_index') ? 'turn_index, rowid' : 'rowid'
  const rows = file.select(
    ['user_message', 'assistant_response', has('turns', 'timestamp')],
    `FROM turns WHERE session_id = ? ORDER BY ${order}`,
    [id],
  )
  const turns = rows.flatMap(({ user_message, assistant_response, timestamp }): Turn[] => {
    const ts = timeOrNull(timestamp)
    const asked = textOrNull(user_message)
    const answered = textOrNull(assistant_response)
    return [
      ...(asked === null
        ? []
        : [
            {
              id: null,
              ts,
              role: 'user',
              kind: 'human',
              blocks: [{ type: 'text', text: asked }],
            } as const,
          ]),
      ...(answered === null
        ? []
        : [
            {
              id: null,
              ts,
              role: 'assistant',
              kind: 'assistant',
              blocks: [{ type: 'text', text: answered }],
            } as const,
          ]),
    ].map((turn): Turn => ({ ...turn, blocks: [...turn.blocks] }))
  })
  return {
    facts: {
      nativeId: id,
      cwd: textOrNull(row['cwd'], 4_096),
      gitBranch: textOrNull(row['branch'], 500),
      title: textOrNull(row['summary']),
      startedAt: timeOrNull(row['created_at']),
    },
    turns,
    rows: rows.length,
    badRows: { count: 0, first: 0 },
    unknownRecords: {},
  }
}
