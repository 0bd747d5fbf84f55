import { isAbsolute, win32 } from 'node:path'
import type { SqliteFile } from '../files/open-sqlite.ts'
import { parseJson } from '../shared/parse-json.ts'
import type { SqliteStore, StoredSession, StoreReading } from '../shared/sqlite-source.ts'
import { createUnknownRecords } from '../shared/unknown-records.ts'
import { isObject, timeOrNull } from '../shared/values.ts'
import { folderIn, listOf, type RawConversation, turnsOfHistory } from './read-history.ts'

const ID = "CASE WHEN json_valid(value) THEN json_extract(value, '$.conversation_id') END"

/** `data.sqlite3`: conversations by folder; the table of earlier times, still Amazon Q's, beside the one of today. */
export const kiroStore: SqliteStore = {
  isOwn: (file) => hasToday(file) || hasEarlier(file),
  list: (file) => listSessions(file),
  read: (file, part) => readStored(file, part),
}

const hasToday = (file: SqliteFile): boolean => {
  const columns = file.columns('conversations_v2')
  return columns.has('conversation_id') && columns.has('value')
}

const hasEarlier = (file: SqliteFile): boolean => {
  const columns = file.columns('conversations')
  const isQ = file.columns('auth_kv').has('value') || file.columns('state').has('value')
  return isQ && columns.has('key') && columns.has('value') && columns.size <= 4
}

const listSessions = (file: SqliteFile): StoredSession[] => {
  const sessions = new Map<string, string>()
  if (hasEarlier(file)) {
    const rows = file.select(
      ['key', `${ID} AS id`, 'octet_length(value) AS size'],
      'FROM conversations ORDER BY key',
    )
    for (const { key, id, size } of rows) sessions.set(String(id ?? key), `earlier ${size}`)
  }
  if (hasToday(file)) {
    const rows = file.select(
      ['conversation_id', 'updated_at', 'octet_length(value) AS size'],
      'FROM conversations_v2 ORDER BY updated_at, rowid',
    )
    for (const { conversation_id, updated_at, size } of rows)
      sessions.set(String(conversation_id), `${updated_at} ${size}`)
  }
  return [...sessions]
    .map(([part, version]) => ({ part, version }))
    .sort((a, b) => (a.part < b.part ? -1 : 1))
}

/** The same conversation may stand under several folders; the one written last counts. */
const readStored = (file: SqliteFile, id: string): StoreReading => {
  const [today] = hasToday(file)
    ? file.select(
        ['key', 'value', 'created_at', 'updated_at'],
        'FROM conversations_v2 WHERE conversation_id = ? ORDER BY updated_at DESC, rowid DESC LIMIT 1',
        [id],
      )
    : []
  const [earlier] =
    today === undefined && hasEarlier(file)
      ? file.select(['key', 'value'], `FROM conversations WHERE ${ID} = ? OR key = ? LIMIT 1`, [
          id,
          id,
        ])
      : []
  const row = today ?? earlier
  if (row === undefined) return { reason: 'is a conversation that is not there any more' }
  const conversation = parseJson(row.value)
  if (!isObject(conversation)) return { reason: 'is a damaged conversation' }
  return readConversation(id, conversation, {
    folder: String(row.key),
    startedAt: timeOrNull(today?.created_at),
    endedAt: timeOrNull(today?.updated_at),
  })
}

type KnownFacts = { folder: string | null; startedAt: string | null; endedAt: string | null }

export const readConversation = (
  id: string,
  conversation: RawConversation,
  { folder, startedAt, endedAt }: KnownFacts,
): Exclude<StoreReading, { reason: string }> => {
  const isPath = folder !== null && (isAbsolute(folder) || win32.isAbsolute(folder))
  const cwd = isPath ? folder.slice(0, 4_096) : folderIn(conversation)
  const unknown = createUnknownRecords()
  const turns = turnsOfHistory(conversation, cwd, unknown)
  return {
    facts: { nativeId: id.slice(0, 300), cwd, startedAt, endedAt },
    turns,
    rows: listOf(conversation.history).length,
    badRows: { count: 0, first: 0 },
    unknownRecords: unknown.counts(),
  }
}
