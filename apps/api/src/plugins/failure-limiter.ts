type Window = { startedAt: number; failures: number }

export type FailureLimiter = {
  /** True while `address` has failed too often and `credential` has not worked here lately. */
  isBlocked(address: string, credential: string): boolean
  failed(address: string): void
  worked(credential: string): void
}

const WINDOW_MS = 60_000
/** Beyond this the oldest are forgotten: the memory of the door is bounded, whoever knocks. */
const REMEMBERED = 10_000

/**
 * Slows down whoever tries keys from one address. A key that has just worked still gets in from there, so one
 * misconfigured machine does not lock out the colleagues behind the same router.
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
  const worked = new Map<string, true>()

  const windowOf = (address: string): Window => {
    const open = windows.get(address)
    if (open && now() - open.startedAt < WINDOW_MS) return open
    const fresh = { startedAt: now(), failures: 0 }
    remember(windows, address, fresh)
    return fresh
  }

  return {
    isBlocked: (address, credential) =>
      windowOf(address).failures >= max && !worked.has(credential),
    failed: (address) => {
      windowOf(address).failures += 1
    },
    worked: (credential) => remember(worked, credential, true),
  }
}

const remember = <V>(map: Map<string, V>, key: string, value: V): void => {
  map.delete(key)
  map.set(key, value)
  if (map.size <= REMEMBERED) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
