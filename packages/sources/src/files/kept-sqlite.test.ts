import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeDatabase, openDatabase } from '../testing/make-sqlite.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSqliteReader } from './kept-sqlite.ts'
import { openSqlite, SqliteChanged, type SqliteFile } from './open-sqlite.ts'

let folder: ReturnType<typeof temporaryFolder>
beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.remove())

const countingReader = () => {
  const opened: string[] = []
  const closed: string[] = []
  const reader = createSqliteReader(async (path) => {
    opened.push(path)
    const file = await openSqlite(path)
    return { ...file, close: () => closed.push(path) && file.close() }
  })
  return { reader, opened, closed }
}

const count = (file: SqliteFile): unknown => file.select(['count(*) AS n'], 'FROM notes')[0]?.n

test('many readings of one database open it once; another one closes it', async () => {
  const path = makeDatabase(join(folder.path, 'a.db'), 'CREATE TABLE notes (id)')
  const other = makeDatabase(join(folder.path, 'b.db'), 'CREATE TABLE notes (id)')
  const { reader, opened, closed } = countingReader()
  await Promise.all(Array.from({ length: 50 }, () => reader.read(path, count)))
  expect(opened).toEqual([path])
  await reader.read(other, count)
  expect([opened, closed]).toEqual([[path, other], [path]])
  reader.close()
  expect(closed).toEqual([path, other])
})

test('what changed in the meantime is opened again', async () => {
  const path = makeDatabase(join(folder.path, 'a.db'), 'CREATE TABLE notes (id)')
  const { reader, opened } = countingReader()
  expect(await reader.read(path, count)).toBe(0)
  const database = openDatabase(path)
  database.insert('notes', { id: 1 })
  database.close()
  expect(await reader.read(path, count)).toBe(1)
  expect(opened).toHaveLength(2)
  reader.close()
})

test('a change in the middle begins the work again, but not for ever', async () => {
  const path = makeDatabase(join(folder.path, 'a.db'), 'CREATE TABLE notes (id)')
  const { reader, opened, closed } = countingReader()
  let failures = 1
  const work = (file: SqliteFile) => {
    if (failures-- > 0) throw new SqliteChanged('changed while it was being read')
    return count(file)
  }
  expect(await reader.read(path, work)).toBe(0)
  failures = 99
  await expect(reader.read(path, work)).rejects.toThrow('changed')
  expect(opened).toHaveLength(4)
  expect(closed).toHaveLength(4)
  reader.close()
})

test('one that cannot be read leaves the next one readable', async () => {
  const path = makeDatabase(join(folder.path, 'a.db'), 'CREATE TABLE notes (id)')
  const { reader } = countingReader()
  const [first, second] = await Promise.allSettled([
    reader.read(folder.write('b.db', 'nothing'), count),
    reader.read(path, count),
  ])
  expect([first.status, second.status]).toEqual(['rejected', 'fulfilled'])
  reader.close()
})
