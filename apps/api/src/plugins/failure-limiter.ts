import type { Redis } from 'ioredis'
import { type LimitStore, ownLimits } from './limit-store.ts'

type Window = { startedAt: number; failures: number; wrong: Set<string> }

export type FailureLimiter = {
  /** True when `address` has failed too often and `credential` was one of those: there is no need to look it up again. */
  isKnownWrong(address: string, credential: string): Promise<boolean>
  /** Notes a wrong one. @returns true when too many came from there. */
  failed(address: string, credential: string): Promise<boolean>
}

const WINDOW_MS = 60_000
/** Beyond this the oldest are forgotten: the memory of the door is bounded, whoever knocks. */
const REMEMBERED = 10_000
/** Wrong ones kept of one address; of further ones the count alone. */
const WRONG_KEPT = 1_000

/**
 * Makes who tries keys from one address wait. Only wrong ones pay: colleagues behind the same router get in with theirs,
 * used lately or not, so a right key costs one look-up by its hash even in the middle of an attack.
 * `credential` is a hash, never the key itself.
 */
export const createFailureLimiter = ({
  max,
  now,
  store = ownLimits(),
}: {
  max: number
  now: () => number
  store?: LimitStore
}): FailureLimiter => {
  const own = createOwn(now)
  return {
    isKnownWrong: async (address, credential) => {
      const { failures, wrong } = own.windowOf(address)
      const isWrongHere = failures >= max && wrong.has(credential)
      // What was found wrong here was wrong: nobody else has to be asked.
      if (isWrongHere) return true
      return store.shared((redis) => isWrongThere(redis, address, credential, max), false)
    },
    failed: async (address, credential) => {
      const here = own.add(address, credential)
      const there = await store.shared((redis) => add(redis, address, credential), here)
      return Math.max(here, there) > max
    },
  }
}

const createOwn = (now: () => number) => {
  const windows = new Map<string, Window>()
  const windowOf = (address: string): Window => {
    const open = windows.get(address)
    if (open && now() - open.startedAt < WINDOW_MS) return open
    const fresh = { startedAt: now(), failures: 0, wrong: new Set<string>() }
    remember(windows, address, fresh)
    return fresh
  }
  return {
    windowOf,
    add: (address: string, credential: string): number => {
      const window = windowOf(address)
      window.failures += 1
      if (window.wrong.size < WRONG_KEPT) window.wrong.add(credential)
      return window.failures
    },
  }
}

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size <= REMEMBERED) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}

/** The count and the wrong ones of an address end together, a minute after the first. */
const ADD = `
local failures = redis.call('INCR', KEYS[1])
if failures == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
if failures <= tonumber(ARGV[3]) then
  redis.call('SADD', KEYS[2], ARGV[1])
  redis.call('PEXPIRE', KEYS[2], math.max(1, redis.call('PTTL', KEYS[1])))
end
return failures`

const keysOf = (address: string): [string, string] => [
  `teamlore-limit:{wrong ${address}}:count`,
  `teamlore-limit:{wrong ${address}}:which`,
]

const add = async (redis: Redis, address: string, credential: string): Promise<number> =>
  Number(await redis.eval(ADD, 2, ...keysOf(address), credential, WINDOW_MS, WRONG_KEPT))

const isWrongThere = async (
  redis: Redis,
  address: string,
  credential: string,
  max: number,
): Promise<boolean> => {
  const [count, which] = keysOf(address)
  const [failures, isWrong] = await Promise.all([
    redis.get(count),
    redis.sismember(which, credential),
  ])
  return Number(failures ?? 0) >= max && isWrong === 1
}
