import type { SqliteFile } from '@teamlore/sources/files/open-sqlite'
import { parseJson } from '@teamlore/sources/shared/parse-json'
import { timeOrNull } from '@teamlore/sources/shared/values'

export type PeerRow = Record<string, string | number | Uint8Array | null>

/**
 * Rows of a table, of the columns there are; columns have come and gone. None where there is no such table.
 *
 * @param rest what follows the name of the table.
 */
export const rowsOf = (
  file: SqliteFile,
  table: string,
  wanted: readonly string[],
  rest = 'ORDER BY rowid',
  params: readonly (string | number)[] = [],
): PeerRow[] => {
  const columns = file.columns(table)
  const there = wanted.filter((name) => columns.has(name))
  return there.length === 0 ? [] : file.select(there, `FROM ${table} ${rest}`, params)
}

/** Text of the first of these columns that has any. */
export const textAt = (row: PeerRow, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = row[name]
    if (typeof value === 'string' && value.trim() !== '') return value
  }
  return ''
}

export const idAt = (row: PeerRow, name: string): string => {
  const value = row[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

export const numberAt = (row: PeerRow, name: string): number | null => {
  const value = row[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The first of these columns that is a time. SQLite's own form says no zone and means UTC. */
export const timeAt = (row: PeerRow, ...names: readonly string[]): string | null => {
  for (const name of names) {
    const value = row[name]
    const isBare =
      typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?$/.test(value)
    const time = timeOrNull(isBare ? `${value.replace(' ', 'T')}Z` : value)
    if (time !== null) return time
  }
  return null
}

/** A list as these memories keep it: JSON, or plain lines. */
export const listAt = (row: PeerRow, name: string): string[] => {
  const text = textAt(row, name)
  const parsed = parseJson(text)
  const items = Array.isArray(parsed) ? parsed : typeof parsed === 'string' ? [parsed] : null
  const texts = items ?? text.split('\n')
  return texts
    .map((item) => (typeof item === 'string' ? item : JSON.stringify(item)).trim())
    .filter((item) => item !== '' && item !== 'null')
}
