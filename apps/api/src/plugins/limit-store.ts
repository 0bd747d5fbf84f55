import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'

/** Where limits are counted, in words for the page about the health of the server. */
export type CountedWhere = {
  /** `shared`: by all processes together. `process`: each counts for itself. */
  counted: 'shared' | 'process'
  /** What to do about it; null where all is as it was set up. */
  note: string | null
}

export type LimitStore = {
  /** Undefined: this process counts for itself. */
  redis: Redis | undefined
  /** What all processes know, or in its place what this one does where Redis does not answer in time. */
  shared<T>(ask: (redis: Redis) => Promise<T>, own: T): Promise<T>
  where(): CountedWhere
  close(): Promise<void>
}

type Log = {
  warn(fields: object, message: string): void
  info(fields: object, message: string): void
}

/** What a request waits for at most; limits may be counted less exactly, but hold nobody up. */
const ANSWER_MS = 200
/** After a failure nobody asks for so long, so that a Redis that hangs costs one request in many a moment. */
const REST_MS = 5_000
const FIRST_MS = 2_000

/** Limits of one process. */
export const ownLimits = (): LimitStore => ({
  redis: undefined,
  shared: async (_ask, own) => own,
  where: () => ({ counted: 'process', note: null }),
  close: async () => {},
})

/**
 * Limits that all processes count together. Where Redis is away or hangs each counts for itself, from what it has counted all along:
 * of a limit at most as many times as much is let through as there are processes.
 */
export const sharedLimits = async (
  url: string,
  { log, now = Date.now }: { log?: Log | undefined; now?: () => number } = {},
): Promise<LimitStore> => {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: ANSWER_MS,
    connectTimeout: FIRST_MS,
    retryStrategy: (tries) => Math.min(200 * tries, 2_000),
  })
  // Without a listener each lost connection would be printed.
  redis.on('error', () => {})
  let restsUntil = 0
  let isAway = false
  const failed = (error: unknown): void => {
    restsUntil = now() + REST_MS
    if (isAway) return
    isAway = true
    log?.warn({ reason: messageOf(error) }, 'limits are counted by this process alone: no Redis')
  }
  await connected(redis).catch(failed)
  return {
    redis,
    shared: async (ask, own) => {
      if (now() < restsUntil) return own
      try {
        const answer = await ask(redis)
        if (isAway) log?.info({}, 'limits are counted by all processes together again')
        isAway = false
        return answer
      } catch (error) {
        failed(error)
        return own
      }
    },
    where: () => ({ counted: isAway ? 'process' : 'shared', note: isAway ? AWAY : null }),
    close: async () => redis.disconnect(),
  }
}

const AWAY =
  'Redis does not answer, so each process of the API counts limits for itself. Nobody is refused for that; start it, or check REDIS_URL of the API.'

const connected = async (redis: Redis): Promise<void> => {
  const late = new AbortController()
  await Promise.race([
    new Promise<void>((resolve) => redis.once('ready', resolve)),
    sleep(FIRST_MS, undefined, { signal: late.signal }).then(() => {
      throw new Error('It did not answer in time.')
    }),
  ]).finally(() => late.abort())
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')
