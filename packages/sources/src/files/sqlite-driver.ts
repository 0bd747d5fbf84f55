import type LibsqlDatabase from 'libsql'

export type SqliteValue = string | number | bigint | Uint8Array | null

/** As much of a connection as reading needs; both drivers have it. */
export type Connection = {
  all: (sql: string, params: readonly (string | number)[]) => Record<string, SqliteValue>[]
  close: () => void
}

export type Driver = { open: (address: string, isReadOnly: boolean) => Connection }

type NodeSqlite = {
  DatabaseSync: new (
    address: string,
    options: { readOnly: boolean },
  ) => {
    prepare: (sql: string) => {
      setReadBigInts: (isOn: boolean) => void
      all: (...params: readonly (string | number)[]) => Record<string, SqliteValue>[]
    }
    close: () => void
  }
}

/**
 * What opens SQLite files: Node's own where it has one (from version 22 on), else an optional package. Looked for when the
 * first file is opened, so that whoever has none does not wait for it.
 */
export const loadDriver = async (
  findNative: () => unknown = () => process.getBuiltinModule('node:sqlite'),
  importLibsql: () => Promise<{ default: typeof LibsqlDatabase }> = () => import('libsql'),
): Promise<Driver | null> => {
  const native = withoutWarning(findNative)
  if (native !== undefined) return nativeDriver(native as NodeSqlite)
  try {
    return libsqlDriver((await importLibsql()).default)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

const MISSING = new Set(['MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND', 'ERR_DLOPEN_FAILED'])

/** Not installed, or not for this system. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.has(String(error.code))

/** Node 22 calls its SQLite experimental, on stderr, whoever uses it. */
const withoutWarning = (load: () => unknown): unknown => {
  const { emitWarning } = process
  process.emitWarning = () => undefined
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

const nativeDriver = ({ DatabaseSync }: NodeSqlite): Driver => ({
  open: (address, readOnly) => {
    const database = new DatabaseSync(address, { readOnly })
    return {
      all: (sql, params) => {
        const statement = database.prepare(sql)
        // Without it, a number beyond 2^53 in any row is an error.
        statement.setReadBigInts(true)
        return statement.all(...params)
      },
      close: () => database.close(),
    }
  },
})

/** It has no switch for reading only; the address has to say so. */
const libsqlDriver = (Database: typeof LibsqlDatabase): Driver => ({
  open: (address) => {
    const database = new Database(address)
    return {
      all: (sql, params) =>
        database
          .prepare(sql)
          .all(...params)
          .map((row) => withBytes(row as Record<string, SqliteValue | ArrayBuffer>)),
      close: () => database.close(),
    }
  },
})

/** It gives blobs as bare memory. */
const withBytes = (row: Record<string, SqliteValue | ArrayBuffer>): Record<string, SqliteValue> => {
  const fixed: Record<string, SqliteValue> = {}
  for (const [name, value] of Object.entries(row))
    fixed[name] =
      typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
        ? new Uint8Array(value)
        : value
  return fixed
}
