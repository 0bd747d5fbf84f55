import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { Lane } from './session-turns.ts'
import type { QueryFunction } from './transaction-runner.ts'
import type { OnTurn } from './turn-watch.ts'

/** A pool or an open transaction: repositories see no difference, so they cannot leak out of one. */
export type DbExecutor = PgDatabase<PgQueryResultHKT, Record<string, unknown>>

type CommonConfig = {
  /** A transaction that asks nothing for so long is rolled back; 60,000 by default. */
  idleTransactionMs?: number
  /** Wraps what asks a session of the database, once for each session; for who wants to look on. */
  wrapQuery?: ((query: QueryFunction) => QueryFunction) | undefined
}

export type EmbeddedConfig = CommonConfig & {
  kind: 'embedded'
  /** Directory that belongs to the engine alone: holds the cluster and the lock file. */
  dataDir: string
  /** Bytes of its disk that stay free: without, nothing is written and reading goes on. By the size of the disk by default. */
  reserveBytes?: number
  /** Opens it without space, too, for reading. */
  opensWithoutSpace?: boolean
  /** Called once when the database thread dies by itself; every later query is rejected. */
  onFatal?: (error: Error) => void
  /** Called for every turn on the one session, when it has ended. */
  onTurn?: OnTurn
}

/** Lives in memory only; for tests and throw-away work. */
export type MemoryConfig = CommonConfig & {
  kind: 'embedded'
  memory: true
  /** Path of a tar made by `dumpEmbedded`; without it the cluster is initialised again. */
  template?: string
  onFatal?: (error: Error) => void
  onTurn?: OnTurn
}

export type PostgresConfig = CommonConfig & {
  kind: 'postgres'
  url: string
  /** Connections in the pool; 10 by default. */
  max?: number
}

export const IDLE_TRANSACTION_MS = 60_000

export type EngineConfig = EmbeddedConfig | MemoryConfig | PostgresConfig

export type Unlisten = () => Promise<void>

export type MigrateOptions = {
  /** Folder with `NNNN_what.sql` files and drizzle's `meta/_journal.json`; the package's own by default. */
  migrationsFolder?: string
}

/**
 * One database, whichever it is. `db` and every `tx` are the same drizzle type; results differ
 * between drivers, so raw SQL goes through `rows(db, sql)`.
 */
export type Engine = {
  kind: 'embedded' | 'postgres'
  db: DbExecutor
  /**
   * Runs `work` in one transaction; rejects with what `work` threw after rolling back.
   * Within `work` every query must go through `tx`: any other query of the same async context is
   * rejected at once (it would read outside the transaction, and deadlock the embedded engine).
   *
   * @param opening a statement without parameters, such as the settings of a team. It is sent with the BEGIN, so that nothing
   * that `work` asks, by whatever way, can be ahead of it.
   */
  transaction<T>(work: (tx: DbExecutor) => Promise<T>, opening?: string): Promise<T>
  /** What is asked within `run` is asked by `work`, a job or a use case; `onTurn` shows it. */
  named<T>(work: string, run: () => T): T
  /** Calls `fn` with the payload of every `pg_notify(channel, payload)` that commits. */
  listen(channel: string, fn: (payload: string) => void): Promise<Unlisten>
  /** Applies pending migrations, one process at a time. `applied`: their names, oldest first. */
  migrate(options?: MigrateOptions): Promise<{ applied: string[] }>
  close(): Promise<void>
}

export type EmbeddedEngine = Engine & {
  kind: 'embedded'
  /** The same database for work that no person waits for: on its one session, people go first. */
  inLane(lane: Lane): Engine
  /** Ends the database thread at once, whatever it computes: the next start recovers as after `kill -9`. */
  abandon(): Promise<void>
  /** A `pg.Pool`-shaped door to the same session, for a queue: it takes its turns in the background. */
  pgPool(): SessionPool
  /** Tar of the whole cluster, to be given as `template` or kept as a backup. */
  dump(): Promise<Uint8Array>
}

export type PostgresEngine = Engine & { kind: 'postgres'; url: string }

export type SessionResult = {
  rows: Record<string, unknown>[]
  rowCount: number
  fields: { name: string; dataTypeID: number }[]
}

export type SessionQueryable = {
  query(
    text: string | { text: string; values?: readonly unknown[] },
    params?: readonly unknown[],
  ): Promise<SessionResult>
}

export type SessionPoolClient = SessionQueryable &
  NodeJS.EventEmitter & { release(destroy?: boolean): void; end(): Promise<void> }

/** What node-postgres calls a pool, as far as its users look. */
export type SessionPool = SessionQueryable &
  NodeJS.EventEmitter & {
    readonly options: { max: number; keepAlive: boolean }
    connect(): Promise<SessionPoolClient>
    end(): Promise<void>
  }
