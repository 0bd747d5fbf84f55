import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makeDatabase, openDatabase } from '../testing/make-sqlite.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { openSqlite, type SqliteFile } from './open-sqlite.ts'
import { loadDriver } from './sqlite-driver.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const SCHEMA = 'CREATE TABLE notes (id INTEGER PRIMARY KEY, words)'

const wordsOf = (file: SqliteFile): unknown[] =>
  file.select(['words'], 'FROM notes ORDER BY id').map(({ words }) => words)

const wordsIn = async (path: string): Promise<unknown[]> => {
  const file = await openSqlite(path)
  try {
    return wordsOf(file)
  } finally {
    file.close()
  }
}

/** Everything in the folder, to the byte and to the time of the last write. */
const picture = (path: string): string[] =>
  readdirSync(path).map((name) => {
    const content = readFileSync(join(path, name))
    return `${name} ${createHash('sha256').update(content).digest('hex')}`
  })

const copies = (): string[] => readdirSync(tmpdir()).filter((name) => /^lore-sqlite-/.test(name))

/** What a program leaves that was killed, or whose files were copied while it ran: all of it stands in the log. */
const leaveLog = (names: readonly string[]): string => {
  const live = openDatabase(join(folder.path, 'live', 'a.db'), { isLogged: true })
  live.run(SCHEMA)
  live.insert('notes', { words: 'only in the log' })
  mkdirSync(join(folder.path, 'left'))
  for (const name of names)
    copyFileSync(join(folder.path, 'live', name), join(folder.path, 'left', name))
  live.close()
  return join(folder.path, 'left', 'a.db')
}

describe('opening a database of another program', () => {
  test('reads what is in the main file', async () => {
    const path = makeDatabase(join(folder.path, 'a #1?.db'), SCHEMA, [['notes', { words: 'one' }]])
    expect(await wordsIn(path)).toEqual(['one'])
  })

  test('reads what another connection is writing, and goes on reading what it writes later', async () => {
    const live = openDatabase(join(folder.path, 'a.db'), { isLogged: true })
    live.run(SCHEMA)
    live.insert('notes', { words: 'one' })
    const file = await openSqlite(join(folder.path, 'a.db'))
    expect(wordsOf(file)).toEqual(['one'])
    live.insert('notes', { words: 'two' })
    expect(wordsOf(file)).toEqual(['one', 'two'])
    file.close()
    live.close()
  })

  test('does not stand in the way of the writer, who may even empty its log', async () => {
    const live = openDatabase(join(folder.path, 'a.db'), { isLogged: true })
    live.run(SCHEMA)
    live.insert('notes', { words: 'one' })
    const file = await openSqlite(join(folder.path, 'a.db'))
    expect(wordsOf(file)).toEqual(['one'])
    live.run('PRAGMA wal_checkpoint(TRUNCATE); DELETE FROM notes; VACUUM')
    expect(wordsOf(file)).toEqual([])
    file.close()
    live.close()
  })

  test.each([
    ['with its index', ['a.db', 'a.db-wal', 'a.db-shm']],
    ['without its index', ['a.db', 'a.db-wal']],
  ])('a log that was left behind %s is read, and nothing is written', async (_, names) => {
    const path = leaveLog(names)
    const before = picture(join(folder.path, 'left'))
    expect(await wordsIn(path)).toEqual(['only in the log'])
    expect(picture(join(folder.path, 'left'))).toEqual(before)
  })

  test('a folder that may not be written to is read like any other', async () => {
    const path = leaveLog(['a.db', 'a.db-wal'])
    for (const name of ['a.db', 'a.db-wal']) chmodSync(join(folder.path, 'left', name), 0o444)
    chmodSync(join(folder.path, 'left'), 0o555)
    expect(await wordsIn(path)).toEqual(['only in the log'])
    chmodSync(join(folder.path, 'left'), 0o755)
  })

  test('copies are gone when the database is closed', async () => {
    const path = leaveLog(['a.db', 'a.db-wal'])
    const before = copies()
    const file = await openSqlite(path)
    expect(copies()).toHaveLength(before.length + 1)
    file.close()
    expect(copies()).toEqual(before)
  })

  test('a transaction that was cut off is not seen', async () => {
    const live = openDatabase(join(folder.path, 'live', 'a.db'))
    live.run(`${SCHEMA}; INSERT INTO notes (words) VALUES ('kept'); PRAGMA cache_size = 1`)
    live.run(
      "BEGIN; UPDATE notes SET words = 'cut off'; INSERT INTO notes (words) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT hex(randomblob(50)) FROM n",
    )
    mkdirSync(join(folder.path, 'left'))
    for (const name of ['a.db', 'a.db-journal'])
      copyFileSync(join(folder.path, 'live', name), join(folder.path, 'left', name))
    live.run('ROLLBACK')
    live.close()
    expect(await wordsIn(join(folder.path, 'left', 'a.db'))).toEqual(['kept'])
    expect(existsSync(join(folder.path, 'left', 'a.db-journal'))).toBe(true)
  })

  test('a file that changes while it is read is reported, not believed', async () => {
    const path = makeDatabase(join(folder.path, 'a.db'), SCHEMA)
    const file = await openSqlite(path)
    utimesSync(path, 1, 1)
    expect(() => wordsOf(file)).toThrow('changed while it was being read')
    file.close()
  })

  test('nothing can be written through it', async () => {
    const path = makeDatabase(join(folder.path, 'a.db'), SCHEMA)
    const file = await openSqlite(path)
    expect(() => file.select(['1 AS one'], 'FROM notes; DELETE FROM notes')).not.toThrow(/deleted/)
    file.close()
    const left = await openSqlite(leaveLog(['a.db', 'a.db-wal']))
    expect(() => left.select(['x'], 'FROM (DELETE FROM notes RETURNING id AS x)')).toThrow()
    expect(wordsOf(left)).toEqual(['only in the log'])
    left.close()
  })
})

describe('what is no database, or a damaged one', () => {
  test.each([
    ['an empty file', '', 'is an empty file yet'],
    ['a text', 'just words', 'is no SQLite database, or is damaged'],
    ['a header alone', 'SQLite format 3\0', 'database'],
    ['rubbish behind a header', `SQLite format 3\0${'rubbish '.repeat(2_000)}`, 'database'],
  ])('%s is a problem with a sentence', async (_, content, sentence) => {
    await expect(openSqlite(folder.write('a.db', content))).rejects.toThrow(sentence)
  })

  test('half a database is a problem, wherever it was cut', async () => {
    const path = makeDatabase(
      join(folder.path, 'a.db'),
      `${SCHEMA}; INSERT INTO notes (words) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200) SELECT hex(randomblob(100)) FROM n`,
    )
    for (const bytes of [30_000, 9_000, 5_000, 4_096, 1_000, 99]) {
      truncateSync(path, bytes)
      await expect(wordsIn(path)).rejects.toThrow(/^(is|cannot|changed)/)
    }
  })

  test('one that is gone is an error of the file system', async () => {
    await expect(openSqlite(join(folder.path, 'none.db'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('without anything that reads SQLite a sentence says what to do', async () => {
    const path = makeDatabase(join(folder.path, 'a.db'), SCHEMA)
    const failing = (error: Error) => () =>
      loadDriver(
        () => undefined,
        () => Promise.reject(error),
      )
    const missing = Object.assign(new Error('not there'), { code: 'MODULE_NOT_FOUND' })
    await expect(openSqlite(path, failing(missing))).rejects.toThrow(
      'use Node.js 22 or newer, or install',
    )
    await expect(openSqlite(path, failing(new Error('a fault of ours')))).rejects.toThrow(
      'a fault of ours',
    )
  })

  test('a view is no table: it may never end', async () => {
    const path = makeDatabase(
      join(folder.path, 'a.db'),
      'CREATE VIEW notes AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT id FROM n; CREATE TABLE real (id, words)',
    )
    const file = await openSqlite(path)
    expect([...file.columns('notes')]).toEqual([])
    expect([...file.columns('nowhere')]).toEqual([])
    expect([...file.columns('real')]).toEqual(['id', 'words'])
    file.close()
  })
})

describe('values', () => {
  test.each(['UTF-8', 'UTF-16le', 'UTF-16be'])('text is text in %s', async (encoding) => {
    const path = makeDatabase(
      join(folder.path, 'a.db'),
      `PRAGMA encoding = '${encoding}'; ${SCHEMA}`,
      [['notes', { words: 'größer 日本' }]],
    )
    expect(await wordsIn(path)).toEqual(['größer 日本'])
  })

  test('numbers, bytes and nothing stay what they are; broken text does no harm', async () => {
    const path = makeDatabase(
      join(folder.path, 'a.db'),
      `${SCHEMA}; INSERT INTO notes (words) VALUES (9007199254740993), (1.5), (x'00ff'), (NULL), (CAST(x'ff41' AS TEXT)), (9e999)`,
    )
    const [big, half, bytes, nothing, broken, endless] = await wordsIn(path)
    expect([big, half, nothing, broken, endless]).toEqual([
      9_007_199_254_740_992,
      1.5,
      null,
      '\ufffdA',
      Number.POSITIVE_INFINITY,
    ])
    expect(Buffer.from(bytes as Uint8Array).toString('hex')).toBe('00ff')
  })

  test('what is longer than any transcript reads as nothing', async () => {
    const path = makeDatabase(
      join(folder.path, 'a.db'),
      `${SCHEMA}; INSERT INTO notes (words) VALUES (zeroblob(67108865)), (zeroblob(10))`,
    )
    expect((await wordsIn(path)).map((value) => (value === null ? null : 'kept'))).toEqual([
      null,
      'kept',
    ])
  })
})

test('a file replaced by another under the same name is not mixed up with it', async () => {
  const path = makeDatabase(join(folder.path, 'a.db'), SCHEMA, [['notes', { words: 'old' }]])
  const next = makeDatabase(join(folder.path, 'b.db'), SCHEMA, [['notes', { words: 'new' }]])
  const file = await openSqlite(path)
  renameSync(next, path)
  writeFileSync(join(folder.path, 'other'), '')
  expect(() => wordsOf(file)).toThrow('changed')
  file.close()
})
