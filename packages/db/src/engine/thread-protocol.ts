/** What main side and database thread say to each other. Everything here must survive a structured clone. */

/**
 * How the rows come back. `object` and `array`: as drizzle's mappers want them, dates as text.
 * `session`: objects as node-postgres would give them (int8 and numeric as text, dates as Date).
 */
export type RowShape = 'object' | 'array' | 'session'

export type ThreadStart = {
  /** Directory of the cluster; in memory when absent. */
  clusterDir?: string
  /** Tar to start a new cluster from. */
  template?: string
  searchPath: readonly string[]
  /** Bytes of its disk that stay free; by the size of the disk by default. */
  reserveBytes?: number | undefined
}

export type ThreadCommand =
  | { op: 'query'; text: string; params: readonly unknown[]; shape: RowShape }
  | { op: 'dump' }
  | { op: 'facts' }
  | { op: 'close' }

export type ThreadRequest = ThreadCommand & { id: number }

export type ThreadResult = {
  rows: unknown[]
  /** Tag of the last command: `SELECT`, `COMMIT`, … */
  command: string
  affectedRows: number
  fields: { name: string; dataTypeID: number }[]
}

export type ThreadFacts = { pgliteVersion: string; fsyncCalls: number; created: boolean }

export type PlainError = { message: string; fields: ErrorFields }

export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'failed'; error: PlainError }
  | { kind: 'reply'; id: number; value: unknown }
  | { kind: 'refusal'; id: number; error: PlainError }
  /** The engine's memory can no longer be trusted; end the thread before it does harm. */
  | { kind: 'broken'; error: PlainError }
  | { kind: 'notification'; channel: string; payload: string }

const ERROR_FIELDS = [
  'name',
  'code',
  'severity',
  'detail',
  'hint',
  'position',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const

type ErrorFields = Partial<Record<(typeof ERROR_FIELDS)[number], string>>

/** A clone would drop `code` and friends, and would carry the parameters (which may be secret) along. */
export const toPlainError = (error: unknown): PlainError => {
  if (!(error instanceof Error)) return { message: String(error), fields: {} }
  const source: Record<string, unknown> = Object.fromEntries(
    ERROR_FIELDS.map((field) => [field, Reflect.get(error, field)]),
  )
  const fields = Object.entries(source).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return { message: error.message, fields: Object.fromEntries(fields) }
}

/** A refusal of the embedded database; `code` is the SQLSTATE. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
  readonly code: string | undefined
  readonly detail: string | undefined
  readonly hint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly constraint: string | undefined
  constructor({ message, fields }: PlainError) {
    super(message)
    this.code = fields.code
    this.detail = fields.detail
    this.hint = fields.hint
    this.table = fields.table
    this.column = fields.column
    this.constraint = fields.constraint
  }
}
