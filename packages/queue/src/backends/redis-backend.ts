import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { createTurns } from '../turns.ts'
import { type BackendOptions, DEFAULT_PREFIX, type QueueBackend } from './backend.ts'
import { createQueueSet } from './queue-set.ts'

const describeUrl = (url: string): string => {
  try {
    return new URL(url).host
  } catch {
    return 'an address that is not a URL'
  }
}

/** Publishing gives up after a few tries; the outbox tries again. Workers wait for ever. */
const PUBLISH_RETRIES = 3

const reach = async (url: string): Promise<Redis> => {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: PUBLISH_RETRIES })
  // The promise of connect() reports the error; the event would only be printed.
  redis.on('error', () => {})
  try {
    await redis.connect()
    return redis
  } catch (cause) {
    redis.disconnect()
    throw new Error(
      `Cannot reach Redis at ${describeUrl(url)}. Start it, or check REDIS_URL (redis://host:port).`,
      { cause },
    )
  }
}

export const createRedisBackend = async ({
  url,
  prefix = DEFAULT_PREFIX,
  onError = () => {},
}: BackendOptions & { url: string }): Promise<QueueBackend> => {
  const commands = await reach(url)
  commands.on('error', onError)
  let forWorkers: Redis | undefined
  const workerConnection = (): Redis => {
    if (!forWorkers) {
      forWorkers = commands.duplicate({ lazyConnect: false, maxRetriesPerRequest: null })
      forWorkers.on('error', onError)
    }
    return forWorkers
  }
  const queues = createQueueSet(
    (job) => new Queue(`${prefix}-${job}`, { connection: commands, prefix }),
    onError,
  )
  return {
    kind: 'redis',
    turns: createTurns(),
    migrate: async () => {},
    queue: queues.get,
    worker: (job, processor, settings) => {
      const connection = workerConnection()
      const worker = new Worker(
        `${prefix}-${job}`,
        (raw, token, signal) => processor(raw, token, signal),
        { ...settings, connection, prefix },
      )
      worker.on('error', onError)
      return worker
    },
    releaseHeldBeyond: async () => {},
    close: async () => {
      await queues.close()
      forWorkers?.disconnect()
      commands.disconnect()
    },
  }
}
