import { createPostgresBackend, type PgPool, runMigrations, withBackend } from 'bullmq'
import pg from 'pg'
import { jobs } from '../jobs.ts'
import { createTurns } from '../turns.ts'
import { type BackendOptions, DEFAULT_PREFIX, type QueueBackend } from './backend.ts'
import { createQueueSet } from './queue-set.ts'

const { Queue, Worker } = withBackend(createPostgresBackend)

/**
 * How long an idle worker sleeps. New jobs wake it by notification and delayed ones by their time,
 * so this only bounds what a lost notification costs; each look costs a few queries.
 */
const IDLE_SECONDS = 30

/** Each worker keeps one connection to listen on. With none left for work, the workers would not even start. */
const FOR_WORK = 12
const POOL_SIZE = Object.keys(jobs).length + FOR_WORK

/** The lock of a job that runs, and the turn of the next look for jobs whose process vanished. */
const RELEASES = [
  `update job set locked_until_ms = 0 where queue like $1 and state = 'active' and locked_until_ms > $2`,
  `delete from meta where queue like $1 and field = 'stalled-check' and value::bigint > $2`,
]

/** The engine's `pgPool()`, or anything else shaped like a `pg.Pool` that finds schema `bullmq`. */
export type EmbeddedPool = {
  readonly options: { max: number; keepAlive: boolean }
  query(text: string, params?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
  connect(): Promise<
    NodeJS.EventEmitter & {
      query(text: string, params?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>
      release(destroy?: boolean): void
    }
  >
  end(): Promise<void>
} & NodeJS.EventEmitter

type Access = BackendOptions & { pool: PgPool; kind: 'postgres' | 'embedded'; end(): Promise<void> }

const overPool = ({
  pool,
  kind,
  end,
  prefix = DEFAULT_PREFIX,
  onError = () => {},
}: Access): QueueBackend => {
  const queues = createQueueSet(
    (job) => new Queue(`${prefix}-${job}`, { connection: pool }),
    onError,
  )
  return {
    kind,
    turns: createTurns(),
    migrate: async () => {
      const client = await pool.connect()
      try {
        await runMigrations(client)
      } finally {
        client.release()
      }
    },
    queue: queues.get,
    worker: (job, processor, settings) => {
      const worker = new Worker(
        `${prefix}-${job}`,
        (raw, token, signal) => processor(raw, token, signal),
        { ...settings, connection: pool, drainDelay: IDLE_SECONDS },
      )
      worker.on('error', onError)
      return worker
    },
    releaseHeldBeyond: async (latest) => {
      for (const statement of RELEASES) await pool.query(statement, [`${prefix}-%`, latest])
    },
    close: async () => {
      await queues.close()
      await end()
    },
  }
}

export const createEmbeddedBackend = (options: BackendOptions & { pool: EmbeddedPool }) =>
  overPool({ ...options, pool: options.pool as PgPool, kind: 'embedded', end: async () => {} })

export const createServerBackend = async (
  options: BackendOptions & { url: string },
): Promise<QueueBackend> => {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: POOL_SIZE,
    keepAlive: true,
    application_name: 'teamlore-queue',
    options: '-c search_path=bullmq',
  })
  // Every queue and worker watches the pool for errors.
  pool.setMaxListeners(0)
  pool.on('error', options.onError ?? (() => {}))
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new Error('Cannot use the database for the queue. Start it, or check DATABASE_URL.', {
      cause,
    })
  }
  return overPool({
    ...options,
    // The same thing; its overloads of `on` are only written differently.
    pool: pool as unknown as PgPool,
    kind: 'postgres',
    end: () => pool.end(),
  })
}
