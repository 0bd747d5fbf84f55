import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'libsql'

type Value = string | number | Uint8Array | null

/** A SQLite database as another program would keep it: open, and written to from outside. */
export const openDatabase = (path: string, { isLogged = false } = {}) => {
  mkdirSync(dirname(path), { recursive: true })
  const database = new Database(path)
  if (isLogged) database.prepare('PRAGMA journal_mode = WAL').all()
  return {
    run: (sql: string): void => {
      database.exec(sql)
    },
    /** Adds a row; objects are kept as JSON. */
    insert: (table: string, row: Record<string, unknown>): void => {
      const names = Object.keys(row)
      const marks = names.map(() => '?').join(', ')
      const values = Object.values(row).map((value): Value => {
        const isPlain = typeof value === 'string' || typeof value === 'number' || value === null
        return isPlain || value instanceof Uint8Array ? (value as Value) : JSON.stringify(value)
      })
      const sql = `INSERT OR REPLACE INTO "${table}" (${names.join(', ')}) VALUES (${marks})`
      database.prepare(sql).run(values)
    },
    close: () => database.close(),
  }
}

/** The same, closed at once. */
export const makeDatabase = (
  path: string,
  schema: string,
  rows: readonly (readonly [table: string, row: Record<string, unknown>])[] = [],
): string => {
  const database = openDatabase(path)
  database.run(schema)
  for (const [table, row] of rows) database.insert(table, row)
  database.close()
  return path
}
