import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { migrate as runDrizzleMigrations } from 'drizzle-orm/pglite/migrator'
import { type DatabaseThread, type Hooks, startDatabaseThread } from './database-thread.ts'
import { lockDirectory } from './directory-lock.ts'
import { ensureSpaceToOpen } from './disk-space.ts'
import {
  type DbExecutor,
  type EmbeddedConfig,
  type EmbeddedEngine,
  type Engine,
  IDLE_TRANSACTION_MS,
  type MemoryConfig,
} from './engine.types.ts'
import { applyMigrations, ownMigrationsFolder } from './migrations.ts'
import { createSessions } from './session.ts'
import { createSessionChannels } from './session-channels.ts'
import { createSessionPool } from './session-pool.ts'
import { syncTree } from './sync-tree.ts'
import { findTemplate } from './template-cache.ts'
import type { ThreadStart } from './thread-protocol.ts'
import { openedWith, type Session, type SessionTransaction } from './transaction-runner.ts'

/** App tables come first, so BullMQ's plain names (job, event, meta, …) can never shadow ours. */
const SEARCH_PATH = ['teamlore', 'public', 'bullmq'] as const

type Place = { start: ThreadStart; isNew: boolean; settled(): void; leave(): void }

const inMemory = ({ template }: MemoryConfig): Place => {
  const found = template ?? findTemplate()
  return {
    start: { searchPath: SEARCH_PATH, ...(found === undefined ? {} : { template: found }) },
    isNew: false,
    settled: () => {},
    leave: () => {},
  }
}

/**
 * A cluster is complete only once its first start succeeded: until then a mark lies beside it, and
 * a start that finds the mark begins again. Nothing was ever acknowledged from such a cluster.
 */
const onDisk = async ({
  dataDir,
  reserveBytes,
  opensWithoutSpace = false,
}: EmbeddedConfig): Promise<Place> => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (!opensWithoutSpace) ensureSpaceToOpen(dataDir, { reserveBytes })
  const lock = await lockDirectory(dataDir)
  const clusterDir = join(dataDir, 'cluster')
  const unfinished = join(dataDir, 'cluster.unfinished')
  if (existsSync(unfinished)) rmSync(clusterDir, { recursive: true, force: true })
  const isNew = !existsSync(join(clusterDir, 'PG_VERSION'))
  if (isNew) writeFileSync(unfinished, '')
  const template = findTemplate()
  return {
    start: {
      clusterDir,
      reserveBytes,
      searchPath: SEARCH_PATH,
      ...(template === undefined ? {} : { template }),
    },
    isNew,
    settled: () => {
      if (!isNew) return
      // Written before the fsync patch was in place.
      syncTree(dataDir)
      rmSync(unfinished, { force: true })
    },
    leave: lock.release,
  }
}

/**
 * Making a cluster takes a second WASM memory and leaves both full of what is never needed again, some 300 MB. A thread
 * of its own gives that back when it ends.
 */
const openThread = async (place: Place, hooks: Hooks): Promise<DatabaseThread> => {
  if (place.isNew) await (await startDatabaseThread(place.start, hooks)).close()
  return startDatabaseThread(place.start, hooks)
}

/** The three methods of PGlite that drizzle calls. */
const toDrizzleClient = (session: Session) => {
  const queryOn = (target: SessionTransaction) => ({
    query: (text: string, params: unknown[], options?: { rowMode?: 'array' | 'object' }) =>
      target.query(text, params, options?.rowMode ?? 'object'),
  })
  return {
    ...queryOn(session),
    transaction: <T>(work: (tx: ReturnType<typeof queryOn>) => Promise<T>) =>
      session.transaction((tx) => work(queryOn(tx))),
  }
}

// drizzle's driver is typed for a whole PGlite and touches these methods only.
const drizzleOn = (session: Session) => drizzle(toDrizzleClient(session) as unknown as PGlite)

const transactionOn =
  (session: Session, db: DbExecutor): Engine['transaction'] =>
  (work, opening) => {
    if (opening === undefined) return db.transaction(work)
    return (drizzleOn(openedWith(session, opening)) as unknown as DbExecutor).transaction(work)
  }

/** What PGlite says of it names neither the folder nor a way out. */
const cannotOpen = (dataDir: string, cause: unknown): Error =>
  new Error(
    `The database in ${dataDir} cannot be opened; its files may be damaged (${cause instanceof Error ? cause.message : String(cause)}). Put a copy of the folder away, then bring back a backup of it as docs/operate.md says under "Backup".`,
    { cause },
  )

export const openEmbedded = async (
  config: EmbeddedConfig | MemoryConfig,
): Promise<EmbeddedEngine> => {
  const place = 'memory' in config ? inMemory(config) : await onDisk(config)
  const channels = createSessionChannels(() => sessions.first)
  const thread = await openThread(place, {
    onNotification: channels.deliver,
    onFatal: (error) => {
      place.leave()
      config.onFatal?.(error)
    },
  }).catch((error: unknown) => {
    place.leave()
    throw 'memory' in config || place.isNew ? error : cannotOpen(config.dataDir, error)
  })
  const { wrapQuery = (query) => query } = config
  const asked = { ...thread, query: wrapQuery(thread.query) }
  const sessions = createSessions(asked, {
    idleTransactionMs: config.idleTransactionMs ?? IDLE_TRANSACTION_MS,
    onTurn: config.onTurn,
  })
  place.settled()

  const pglite = drizzleOn(sessions.first)
  const db = pglite as unknown as DbExecutor
  let closed: Promise<void> | undefined
  let migrated: Promise<unknown> = Promise.resolve()
  const engine: EmbeddedEngine = {
    kind: 'embedded',
    db,
    transaction: transactionOn(sessions.first, db),
    named: sessions.named,
    listen: channels.listen,
    migrate: ({ migrationsFolder = ownMigrationsFolder() } = {}) => {
      const run = () =>
        applyMigrations(db, migrationsFolder, (folder) => runDrizzleMigrations(pglite, folder))
      // The directory lock keeps other processes out; this keeps this one in line.
      const result = migrated.then(run, run)
      migrated = result
      return result
    },
    inLane: (lane) => {
      const behind = drizzleOn(sessions[lane]) as unknown as DbExecutor
      return { ...engine, db: behind, transaction: transactionOn(sessions[lane], behind) }
    },
    pgPool: () => createSessionPool(sessions.queue, channels),
    dump: thread.dump,
    abandon: async () => {
      const abandoned = thread.abandon()
      // Whoever closes at the same time waits for the same end, and leaves the place then.
      closed ??= abandoned.finally(place.leave)
      await abandoned
    },
    close: () => {
      closed ??= thread.close().finally(place.leave)
      return closed
    },
  }
  return engine
}
