import { migrate as runDrizzleMigrations } from 'drizzle-orm/postgres-js/migrator'
import {
  type DbExecutor,
  IDLE_TRANSACTION_MS,
  type PostgresConfig,
  type PostgresEngine,
} from './engine.types.ts'
import { applyMigrations, ownMigrationsFolder } from './migrations.ts'
import { createConnection } from './postgres-connection.ts'
import { drizzleOn } from './postgres-drizzle.ts'
import { createPostgresListener } from './postgres-listener.ts'
import { createPostgresPool } from './postgres-pool.ts'
import { checkServer } from './postgres-server.ts'
import { createPostgresSession } from './postgres-session.ts'
import { openedWith } from './transaction-runner.ts'

/** Any number will do as long as every version of Teamlore uses the same. */
const MIGRATION_LOCK = 7_465_616_139

const MAX_CONNECTIONS = 10

type SessionOptions = { max: number; idleTransactionMs: number } & Pick<PostgresConfig, 'wrapQuery'>

const openSession = (url: string, { max, idleTransactionMs, wrapQuery }: SessionOptions) => {
  const pool = createPostgresPool({
    max,
    open: (hooks) => createConnection(url, { ...hooks, wrapQuery }),
  })
  return { session: createPostgresSession(pool, { idleTransactionMs }), close: pool.close }
}

/** On a session of its own, because the lock belongs to its one connection. */
const migrateOnce = async (url: string, folder: string): Promise<{ applied: string[] }> => {
  const { session, close } = openSession(url, {
    max: 1,
    idleTransactionMs: IDLE_TRANSACTION_MS,
  })
  try {
    await session.query(`select pg_advisory_lock(${MIGRATION_LOCK})`, [], 'object')
    const own = drizzleOn(session)
    return await applyMigrations(own as unknown as DbExecutor, folder, (config) =>
      runDrizzleMigrations(own, config),
    )
  } finally {
    await close()
  }
}

export const openPostgres = async ({
  url,
  max = MAX_CONNECTIONS,
  idleTransactionMs = IDLE_TRANSACTION_MS,
  wrapQuery,
}: PostgresConfig): Promise<PostgresEngine> => {
  const { session, close } = openSession(url, { max, idleTransactionMs, wrapQuery })
  await checkServer(session, url).catch(async (error: unknown) => {
    await close()
    throw error
  })
  const listener = createPostgresListener((hooks) => createConnection(url, hooks))
  const db = drizzleOn(session) as unknown as DbExecutor
  let closed: Promise<void> | undefined
  return {
    kind: 'postgres',
    url,
    db,
    transaction: (work, opening) => {
      if (opening === undefined) return db.transaction(work)
      return (drizzleOn(openedWith(session, opening)) as unknown as DbExecutor).transaction(work)
    },
    named: (_work, run) => run(),
    listen: listener.listen,
    migrate: ({ migrationsFolder = ownMigrationsFolder() } = {}) =>
      migrateOnce(url, migrationsFolder),
    close: () => {
      closed ??= Promise.all([close(), listener.close()]).then(() => {})
      return closed
    },
  }
}
