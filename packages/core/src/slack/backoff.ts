const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000

/** When something may be tried again: after one second, then after twice as long each time, up to a minute. */
export const createBackoff = (now: () => number) => {
  let failures = 0
  let notBefore = 0
  return {
    mayTry: (): boolean => now() >= notBefore,
    succeeded: (): void => {
      failures = 0
    },
    /** `until`: not before then, whatever else. */
    failed: (until?: Date | null): void => {
      const wait = Math.min(FIRST_WAIT_MS * 2 ** failures, MAX_WAIT_MS)
      failures++
      notBefore = Math.max(now() + wait, until?.getTime() ?? 0)
    },
    rest: (ms: number): void => {
      notBefore = now() + ms
    },
  }
}
