import type { SqliteFile } from '../files/open-sqlite.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { StoredSession as Listed, SqliteStore } from '../shared/sqlite-source.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import { hasMessageRows, loadMessageRows, type MessageRows } from './message-rows.ts'
import { readStored } from './read-stored.ts'
import {
  inOrder,
  type RawInfo,
  type RawMessage,
  type RawPart,
  type StoredMessage,
  type StoredSession,
} from './stored-session.ts'

/**
 * `opencode.db`: tables session, message and part; since version 2 session_v2 and session_message, beside the others or
 * alone. Columns have come and gone.
 */
export const makeDatabaseStore = (isOwnName: (path: string) => boolean): SqliteStore => ({
  isOwn: (file, path) => isOwnName(path) && (hasParts(file) || hasMessageRows(file)),
  list: listSessions,
  read: (file, part) => readStored(loadSession(file, part)),
})

const hasParts = (file: SqliteFile): boolean => {
  const message = file.columns('message')
  const part = file.columns('part')
  return (
    ['session_id', 'data'].every((name) => message.has(name)) &&
    ['message_id', 'session_id', 'data'].every((name) => part.has(name))
  )
}

/** A session counts as changed when anything of it was written to, for parts are rewritten in place. */
const listSessions = (file: SqliteFile): readonly Listed[] => {
  const versions = new Map<string, string[]>()
  const add = (id: unknown, ...marks: unknown[]): void => {
    const name = String(id ?? '')
    if (name !== '') versions.set(name, [...(versions.get(name) ?? []), marks.join(':')])
  }
  for (const table of SESSION_TABLES)
    if (file.columns(table).has('time_updated'))
      for (const { id, at } of file.select(
        ['id', 'time_updated AS at'],
        `FROM ${table} ORDER BY id`,
      ))
        add(id, at)
  for (const table of ['message', 'part', 'session_message'] as const) {
    if (!file.columns(table).has('session_id')) continue
    const updated = file.columns(table).has('time_updated') ? 'max(time_updated)' : 'max(rowid)'
    const rows = file.select(
      ['session_id', 'count(*) AS n', `${updated} AS at`],
      `FROM ${table} GROUP BY session_id ORDER BY session_id`,
    )
    for (const { session_id, n, at } of rows) add(session_id, n, at)
  }
  return [...versions]
    .map(([part, marks]) => ({ part, version: marks.join(' ') }))
    .sort((a, b) => (a.part < b.part ? -1 : 1))
}

/** The newer one also holds sessions that were taken over from the other. */
const SESSION_TABLES = ['session', 'session_v2'] as const

const INFO_COLUMNS = {
  parent_id: 'parentID',
  fork_session_id: 'forkedFrom',
  directory: 'directory',
  permission: 'permission',
  title: 'title',
  version: 'version',
  revert: 'revert',
  time_created: 'created',
} as const

const loadInfo = (
  file: SqliteFile,
  table: (typeof SESSION_TABLES)[number],
  id: string,
): RawInfo | null => {
  const known = file.columns(table)
  const columns = Object.keys(INFO_COLUMNS).filter((name) => known.has(name))
  if (!known.has('id') || columns.length === 0) return null
  const [row] = file.select(columns, `FROM ${table} WHERE id = ?`, [id])
  if (row === undefined) return null
  const info: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row))
    info[INFO_COLUMNS[name as keyof typeof INFO_COLUMNS]] = value
  return {
    ...info,
    revert: parseJson(info['revert']),
    permission: parseJson(info['permission']),
    time: { created: info['created'] },
  }
}

/** Version 2 takes sessions over under their own ids and leaves what they were taken from, which no longer grows. */
const loadSession = (file: SqliteFile, id: string): StoredSession => {
  const [older, newer] = SESSION_TABLES.map((table) => loadInfo(file, table, id))
  const rows = loadMessageRows(file, id)
  const before = loadParts(file, id)
  const isNew = rows.records > 0 && (newer !== null || before.messages.length === 0)
  const { messages, records, bad } = isNew ? rows : before
  const badRecords = { count: bad.length, first: bad[0] ?? 0 }
  return { id, info: newer ?? older ?? {}, messages, badRecords, records }
}

const loadParts = (file: SqliteFile, id: string): MessageRows => {
  if (!hasParts(file)) return { messages: [], records: 0, bad: [] }
  const bad: number[] = []
  const parts = new Map<string, RawPart[]>()
  const rows = file.select(['message_id', 'data'], 'FROM part WHERE session_id = ? ORDER BY id', [
    id,
  ])
  rows.forEach(({ message_id, data }, at) => {
    const part = parseJson(data)
    const owner = String(message_id)
    if (isObject(part)) parts.set(owner, [...(parts.get(owner) ?? []), part])
    else bad.push(at + 1)
  })
  const stored = file.select(['id', 'data'], 'FROM message WHERE session_id = ? ORDER BY id', [id])
  const messages = stored.flatMap((row, at): StoredMessage[] => {
    const data = parseJson(row.data)
    if (!isObject(data)) bad.push(rows.length + at + 1)
    // A message whose own record is broken still has its parts.
    const name = String(row.id)
    return isObject(data) || parts.has(name)
      ? [{ id: name, data: fieldsOf<RawMessage>(data), parts: parts.get(name) ?? [] }]
      : []
  })
  return { messages: inOrder(messages), records: rows.length + stored.length, bad }
}
