import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { readStart } from './first-records.ts'
import { copySqlite } from './sqlite-copy.ts'
import { type Connection, type Driver, loadDriver, type SqliteValue } from './sqlite-driver.ts'
import type { Unread } from './why-unread.ts'

/** A value longer than this reads as null: no transcript holds one. */
const MAX_VALUE_BYTES = 64 * 1024 * 1024

/** What is wrong with a database, as a sentence without its subject: "is no SQLite database". */
export class SqliteProblem extends Error {
  readonly unread: Unread['cause']
  constructor(message: string, unread?: Unread['cause']) {
    super(message)
    this.unread = unread
  }
}

/** The file was written to while it was being read: what came out may be of two minds. */
export class SqliteChanged extends SqliteProblem {
  constructor(message: string) {
    super(message, 'passing')
  }
}

type Row<Name extends string> = Record<NameOf<Name>, string | number | Uint8Array | null>
type NameOf<Name extends string> = Name extends `${string} AS ${infer Rest}` ? NameOf<Rest> : Name

export type SqliteFile = {
  /**
   * Rows of `SELECT columns rest`. A column is a name or `expression AS name`. Text comes as text whatever bytes it is made
   * of, blobs as bytes, what is too long as null.
   */
  select: <Name extends string>(
    columns: readonly Name[],
    rest: string,
    params?: readonly (string | number)[],
  ) => Row<Name>[]
  /** Columns of a table; none when there is no such table. A view is no table: it may be anything. */
  columns: (table: string) => ReadonlySet<string>
  close: () => void
}

let driver: Promise<Driver | null> | undefined

const theDriver = (): Promise<Driver | null> => {
  driver ??= loadDriver()
  return driver
}

/**
 * Opens another program's database for reading, the part of it that still stands in its `-wal` file included. Nothing is
 * written beside it, and no lock is taken that its owner could run into.
 *
 * @throws SqliteProblem when it cannot be read; an error of the file system when the file is gone or may not be opened.
 */
export const openSqlite = async (
  path: string,
  findDriver: () => Promise<Driver | null> = theDriver,
): Promise<SqliteFile> => {
  await ensureSqlite(path)
  const found = await findDriver()
  if (found === null)
    throw new SqliteProblem(
      'is a SQLite database, which this Node.js cannot read by itself; use Node.js 22 or newer, or install the package libsql',
    )
  return (await openInPlace(path, found)) ?? (await openCopy(path, found))
}

const HEADER = 'SQLite format 3\0'

/** Whether a file begins as SQLite files do. */
export const looksLikeSqlite = async (path: string): Promise<boolean> =>
  (await readStart(path, HEADER.length)) === HEADER

const ensureSqlite = async (path: string): Promise<void> => {
  if (await looksLikeSqlite(path)) return
  if ((await stat(path)).size === 0) throw new SqliteProblem('is an empty file yet', 'passing')
  throw new SqliteProblem('is no SQLite database, or is damaged', 'damaged')
}

const sizeOf = async (path: string): Promise<number | null> => {
  try {
    return (await stat(path)).size
  } catch {
    return null
  }
}

/**
 * Without a log everything stands in the main file, and may be read as if it never changed, without any lock: whether it
 * did change is asked after each query. With a write-ahead log the index beside it is used as it is, unwritten. Null
 * where neither will do: the log has no index, or a transaction was cut off.
 */
const openInPlace = async (path: string, { open }: Driver): Promise<SqliteFile | null> => {
  const { href, host } = pathToFileURL(path)
  const wal = await sizeOf(`${path}-wal`)
  if (host !== '' || (await sizeOf(`${path}-journal`))) return null
  const isLogged = wal !== null && wal > 0
  const address = `${href}?mode=ro&${isLogged ? 'readonly_shm=1' : 'immutable=1'}`
  try {
    const stamp = stampOf(path)
    const connection = open(address, true)
    return prepareFile(connection, {
      ensureUnchanged: () => {
        if (!isLogged && stampOf(path) !== stamp)
          throw new SqliteChanged('changed while it was being read')
      },
    })
  } catch (error) {
    if (isMissing(error) || isFinal(error)) throw error
    return null
  }
}

const openCopy = async (path: string, { open }: Driver): Promise<SqliteFile> => {
  const copy = await copySqlite(path)
  if (copy === null) throw new SqliteChanged('is being written to without a pause; try again later')
  try {
    const file = prepareFile(open(copy.path, false), { ensureUnchanged: () => undefined })
    return {
      ...file,
      close: () => {
        file.close()
        copy.remove()
      },
    }
  } catch (error) {
    copy.remove()
    throw error
  }
}

const isMissing = (error: unknown): boolean =>
  (error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT'

/** A copy would be no better. */
const isFinal = (error: unknown): boolean =>
  error instanceof SqliteChanged || (error instanceof SqliteProblem && error.unread === 'damaged')

const stampOf = (path: string): string => {
  const { dev, ino, size, mtimeMs } = statSync(path)
  return [dev, ino, size, mtimeMs].join(' ')
}

const prepareFile = (
  connection: Connection,
  { ensureUnchanged }: { ensureUnchanged: () => void },
): SqliteFile => {
  const query = (sql: string, params: readonly (string | number)[]) => {
    try {
      return connection.all(sql, params)
    } catch (error) {
      ensureUnchanged()
      throw problemOf(error)
    } finally {
      ensureUnchanged()
    }
  }
  try {
    // A hostile schema may call functions, and a file may be cut off under a mapping.
    for (const setting of ['query_only=1', 'trusted_schema=0', 'mmap_size=0', 'busy_timeout=1000'])
      query(`PRAGMA ${setting}`, [])
    const [row] = query('PRAGMA encoding', [])
    const decode = makeDecoder(Object.values(row ?? {})[0])
    return makeFile(connection, query, decode)
  } catch (error) {
    connection.close()
    throw error
  }
}

type Query = (
  sql: string,
  params: readonly (string | number)[],
) => readonly Record<string, SqliteValue>[]

const makeFile = (connection: Connection, query: Query, decode: Decode): SqliteFile => {
  const select: SqliteFile['select'] = (columns, rest, params = []) => {
    const names = columns.map((column) => column.split(' AS ').at(-1) ?? column)
    const values = columns.map((column, index) =>
      cellOf(column.split(' AS ').slice(0, -1).join(' AS ') || column, index),
    )
    return query(`SELECT ${values.join(', ')} ${rest}`, params).map((row) =>
      Object.fromEntries(
        names.map((name, index) => [name, decode(row[`v${index}`] ?? null, row[`t${index}`])]),
      ),
    ) as ReturnType<SqliteFile['select']> as never
  }
  return {
    select,
    columns: (table) => {
      const [real] = select(
        ['name'],
        "FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0",
        [table],
      )
      if (real === undefined) return new Set()
      const columns = select(['name'], 'FROM pragma_table_info(?)', [table])
      return new Set(columns.map(({ name }) => String(name)))
    },
    close: () => connection.close(),
  }
}

/** As bytes, because a driver may not survive text that is not the text it should be. */
const cellOf = (expression: string, index: number): string =>
  `CASE WHEN octet_length(${expression}) > ${MAX_VALUE_BYTES} THEN NULL WHEN typeof(${expression}) = 'text'` +
  ` THEN CAST(${expression} AS BLOB) ELSE ${expression} END AS v${index}, typeof(${expression}) = 'text' AS t${index}`

type Decode = (
  value: SqliteValue,
  isText: SqliteValue | undefined,
) => string | number | Uint8Array | null

const makeDecoder = (encoding: SqliteValue | undefined): Decode => {
  const name = String(encoding).toLowerCase()
  const decoder = new TextDecoder(name.startsWith('utf-16') ? name : 'utf-8', { ignoreBOM: true })
  return (value, isText) => {
    if (typeof value === 'bigint') return Number(value)
    return value instanceof Uint8Array && Number(isText) === 1 ? decoder.decode(value) : value
  }
}

const problemOf = (error: unknown): SqliteProblem => {
  const message = error instanceof Error ? error.message : String(error)
  if (/malformed|not a database|corrupt|disk image|database disk|I\/O/i.test(message))
    return new SqliteProblem(`is a damaged database (${message.slice(0, 200)})`, 'damaged')
  if (/locked|busy/i.test(message))
    return new SqliteProblem('is locked by the program it belongs to; try again later', 'passing')
  return new SqliteProblem(`cannot be read as a database (${message.slice(0, 200)})`)
}
