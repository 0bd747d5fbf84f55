import { drizzle } from 'drizzle-orm/postgres-js'
import { migrate as runDrizzleMigrations } from 'drizzle-orm/postgres-js/migrator'
import postgres from 'postgres'
import {
  type DbExecutor,
  IDLE_TRANSACTION_MS,
  type PostgresConfig,
  type PostgresEngine,
} from './engine.types.ts'
import { applyMigrations, ownMigrationsFolder } from './migrations.ts'
import { checkServer } from './postgres-server.ts'
import {
  assertDefined,
  assertOpen,
  createTransactionContext,
  type OpenTransaction,
  type TransactionContext,
} from './transaction-context.ts'

/** Any number will do as long as every version of Teamlore uses the same. */
const MIGRATION_LOCK = 7_465_616_139

const CLOSE_SECONDS = 5

const parseInt8 = (text: string): number | bigint => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}

const connect = (url: string, max: number, idleTransactionMs: number): postgres.Sql =>
  postgres(url, {
    max,
    onnotice: () => {},
    connection: {
      application_name: 'teamlore',
      search_path: 'teamlore, public',
      TimeZone: 'UTC',
      idle_in_transaction_session_timeout: idleTransactionMs,
    },
    types: {
      // As on the embedded engine: a number where that is exact.
      int8: {
        to: 20,
        from: [20],
        parse: parseInt8,
        serialize: (value: number | bigint | string) => String(value),
      },
      bytea: {
        to: 17,
        from: [17],
        parse: (text: string) => new Uint8Array(Buffer.from(text.slice(2), 'hex')),
        serialize: (bytes: Uint8Array) => `\\x${Buffer.from(bytes).toString('hex')}`,
      },
    },
  }) as unknown as postgres.Sql

const TIME_TYPES = [1082, 1114, 1184]

/** drizzle replaces the serialisers of dates by none at all; a Date in raw SQL must still work. */
const acceptDates = (sql: postgres.Sql): void => {
  for (const oid of TIME_TYPES) {
    sql.options.serializers[oid] = (value: unknown) =>
      value instanceof Date ? value.toISOString() : value
  }
}

type Unsafe = postgres.Sql['unsafe']

/** The three members of a postgres.js client that drizzle touches, with the same guards as the embedded session. */
const toDrizzleClient = (sql: postgres.Sql, context: TransactionContext) => ({
  options: sql.options,
  unsafe: ((text, params, options) => {
    context.assertOutside()
    assertDefined(params)
    return sql.unsafe(text, params, options)
  }) as Unsafe,
  begin: async <T>(work: (tx: postgres.TransactionSql) => Promise<T>) => {
    context.assertOutside()
    return sql.begin((tx) => context.run((state) => work(guardTransaction(tx, state))))
  },
})

/** postgres.js would run a late query on the same connection, after COMMIT and outside of anything. */
const guardTransaction = (
  tx: postgres.TransactionSql,
  state: OpenTransaction,
): postgres.TransactionSql =>
  ({
    unsafe: ((text, params, options) => {
      assertOpen(state)
      assertDefined(params)
      return tx.unsafe(text, params, options)
    }) as Unsafe,
    savepoint: <T>(work: (nested: postgres.TransactionSql) => Promise<T>) => {
      assertOpen(state)
      return tx.savepoint((nested) => work(guardTransaction(nested, state)))
    },
  }) as unknown as postgres.TransactionSql

/** On a connection of its own, because the lock belongs to the connection. */
const migrateOnce = async (url: string, folder: string): Promise<{ applied: string[] }> => {
  const sql = connect(url, 1, IDLE_TRANSACTION_MS)
  try {
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`
    const own = drizzle(sql)
    return await applyMigrations(own as unknown as DbExecutor, folder, (config) =>
      runDrizzleMigrations(own, config),
    )
  } finally {
    await sql.end({ timeout: CLOSE_SECONDS })
  }
}

export const openPostgres = async ({
  url,
  max = 10,
  idleTransactionMs = IDLE_TRANSACTION_MS,
}: PostgresConfig): Promise<PostgresEngine> => {
  const sql = connect(url, max, idleTransactionMs)
  await checkServer(sql, url).catch(async (error: unknown) => {
    await sql.end({ timeout: 0 })
    throw error
  })
  const client = toDrizzleClient(sql, createTransactionContext())
  // drizzle's driver is typed for a whole postgres.js client and touches these members only.
  const db = drizzle(client as unknown as postgres.Sql) as unknown as DbExecutor
  acceptDates(sql)
  let closed: Promise<void> | undefined
  return {
    kind: 'postgres',
    url,
    db,
    transaction: (work) => db.transaction(work),
    listen: async (channel, fn) => (await sql.listen(channel, fn)).unlisten,
    migrate: ({ migrationsFolder = ownMigrationsFolder() } = {}) =>
      migrateOnce(url, migrationsFolder),
    close: () => {
      closed ??= sql.end({ timeout: CLOSE_SECONDS })
      return closed
    },
  }
}
