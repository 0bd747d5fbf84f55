// A copy of a SQLite database with what still stands in its log, opened: the counters' own way of reading one.
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'

export const withCopy = (path, work) => {
  const folder = mkdtempSync(join(tmpdir(), 'lore-count-'))
  for (const log of ['', '-wal'])
    if (existsSync(path + log)) copyFileSync(path + log, join(folder, `copy.db${log}`))
  const database = new Database(join(folder, 'copy.db'))
  try {
    work((sql, ...values) => database.prepare(sql).all(...values))
  } finally {
    database.close()
    rmSync(folder, { recursive: true })
  }
}
