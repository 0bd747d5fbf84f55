import type { SQL } from 'drizzle-orm'
import type { DbExecutor } from './engine.types.ts'

const hasRows = (value: unknown): value is { rows: unknown[] } =>
  typeof value === 'object' && value !== null && 'rows' in value && Array.isArray(value.rows)

/**
 * Rows of raw SQL, the same on both engines: int8 (so `count(*)`) is a number unless too large for
 * one (then a bigint), numeric is text, dates and timestamps are text in UTC, json is parsed,
 * bytea is a Uint8Array, vectors are text. Works on a pool and on an open transaction.
 */
export const rows = async <T extends Record<string, unknown>>(
  db: DbExecutor,
  query: SQL,
): Promise<T[]> => {
  const result: unknown = await db.execute(query)
  // postgres.js answers with the rows themselves, PGlite with an object that has them.
  const found: unknown[] = hasRows(result) ? result.rows : Array.isArray(result) ? [...result] : []
  return found as T[]
}

const codeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code) ? error.code : undefined
}

/** SQLSTATE of a database error, looked for along `cause`: drizzle wraps what the driver threw. */
export const sqlstate = (error: unknown): string | undefined => {
  for (let link = error; link instanceof Error; link = link.cause) {
    const code = codeOf(link)
    if (code !== undefined) return code
  }
  return undefined
}

/**
 * What the database said, without the statement and its parameters that drizzle puts into its
 * message: those are team data and do not belong into logs.
 */
export const databaseMessage = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const wrapped = 'query' in error && 'params' in error && error.cause instanceof Error
  const message = wrapped && error.cause instanceof Error ? error.cause.message : error.message
  const code = sqlstate(error)
  return code === undefined ? message : `${message} (SQLSTATE ${code})`
}
