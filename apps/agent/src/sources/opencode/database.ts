import type { SqliteFile } from '../../files/open-sqlite.ts'
import { createBadCounter, parseJson } from '../shared/parse-json.ts'
import type { StoredSession as Listed, SqliteStore } from '../shared/sqlite-source.ts'
import { fieldsOf, isObject } from '../shared/values.ts'
import { readStored } from './read-stored.ts'
import type {
  RawInfo,
  RawMessage,
  RawPart,
  StoredMessage,
  StoredSession,
} from './stored-session.ts'

/** `opencode.db`: tables session, message and part; columns have come and gone. */
export const makeDatabaseStore = (isOwnName: (path: string) => boolean): SqliteStore => ({
  isOwn: (file, path) => {
    const message = file.columns('message')
    const part = file.columns('part')
    return (
      isOwnName(path) &&
      ['session_id', 'data'].every((name) => message.has(name)) &&
      ['message_id', 'session_id', 'data'].every((name) => part.has(name))
    )
  },
  list: listSessions,
  read: (file, part) => readStored(loadSession(file, part)),
})

/** A session counts as changed when anything of it was written to, for parts are rewritten in place. */
const listSessions = (file: SqliteFile): readonly Listed[] => {
  const versions = new Map<string, string[]>()
  const add = (id: unknown, ...marks: unknown[]): void => {
    const name = String(id ?? '')
    if (name !== '') versions.set(name, [...(versions.get(name) ?? []), marks.join(':')])
  }
  if (file.columns('session').has('time_updated'))
    for (const { id, at } of file.select(['id', 'time_updated AS at'], 'FROM session ORDER BY id'))
      add(id, at)
  for (const table of ['message', 'part'] as const) {
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

const INFO_COLUMNS = {
  parent_id: 'parentID',
  directory: 'directory',
  title: 'title',
  version: 'version',
  revert: 'revert',
  time_created: 'created',
} as const

const loadInfo = (file: SqliteFile, id: string): RawInfo => {
  const known = file.columns('session')
  const columns = Object.keys(INFO_COLUMNS).filter((name) => known.has(name))
  if (!known.has('id') || columns.length === 0) return {}
  const [row] = file.select(columns, 'FROM session WHERE id = ?', [id])
  const info: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row ?? {}))
    info[INFO_COLUMNS[name as keyof typeof INFO_COLUMNS]] = value
  return { ...info, revert: parseJson(info['revert']), time: { created: info['created'] } }
}

const loadSession = (file: SqliteFile, id: string): StoredSession => {
  const { bad, note } = createBadCounter()
  const parts = new Map<string, RawPart[]>()
  const rows = file.select(['message_id', 'data'], 'FROM part WHERE session_id = ? ORDER BY id', [
    id,
  ])
  rows.forEach(({ message_id, data }, at) => {
    const part = parseJson(data)
    const owner = String(message_id)
    if (isObject(part)) parts.set(owner, [...(parts.get(owner) ?? []), part])
    else note(at + 1)
  })
  const stored = file.select(['id', 'data'], 'FROM message WHERE session_id = ? ORDER BY id', [id])
  const messages = stored.flatMap((row, at): StoredMessage[] => {
    const data = parseJson(row.data)
    if (!isObject(data)) note(rows.length + at + 1)
    // A message whose own record is broken still has its parts.
    const name = String(row.id)
    return isObject(data) || parts.has(name)
      ? [{ id: name, data: fieldsOf<RawMessage>(data), parts: parts.get(name) ?? [] }]
      : []
  })
  return {
    id,
    info: loadInfo(file, id),
    messages,
    badRecords: bad,
    records: rows.length + stored.length,
  }
}
