type Window = { startedAt: number; failures: number; wrong: Set<string> }

export type FailureLimiter = {
  /** True when `address` has failed too often and `credential` was one of those: there is no need to look it up again. */
  isKnownWrong(address: string, credential: string): boolean
  /** Notes a wrong one. @returns true when too many came from there. */
  failed(address: string, credential: string): boolean
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
}: {
  max: number
  now: () => number
}): FailureLimiter => {
  const windows = new Map<string, Window>()

  const windowOf = (address: string): Window => {
    const open = windows.get(address)
    if (open && now() - open.startedAt < WINDOW_MS) return open
    const fresh = { startedAt: now(), failures: 0, wrong: new Set<string>() }
    remember(windows, address, fresh)
    return fresh
  }

  return {
    isKnownWrong: (address, credential) => {
      const { failures, wrong } = windowOf(address)
      return failures >= max && wrong.has(credential)
    },
    failed: (address, credential) => {
      const window = windowOf(address)
      window.failures += 1
      if (window.wrong.size < WRONG_KEPT) window.wrong.add(credential)
      return window.failures > max
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
