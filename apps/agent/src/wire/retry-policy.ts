import { setTimeout as delay } from 'node:timers/promises'
import { ApiError } from '@teamlore/shared'

export type Times = {
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Between 0 and 1, for the jitter. */
  random: () => number
  /** Milliseconds of a clock that only goes forward. */
  clock: () => number
}

/** What whoever looks on learns of a server that is waited for. */
export type Wait =
  | { kind: 'waiting'; error: ApiError; waitMs: number }
  /** It answers after it was waited for. */
  | { kind: 'answered' }

/** How long to bear with a server in trouble before the next step. */
export type RetryPolicy = Pick<Times, 'sleep' | 'clock'> & {
  /** How long to wait after so many tries and so much time of failing; undefined when it was long enough. */
  waitAfter: (error: ApiError, spell: { attempt: number; spentMs: number }) => number | undefined
  /** Whether what the server failed at is worth halving, to find the piece that it fails at. */
  mayIsolate: (error: ApiError) => boolean
  onWait?: ((wait: Wait) => void) | undefined
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const LONGEST_ASKED_MS = 120_000

/** How long a server is waited for by somebody who looks on: a restart takes that long, and a migration. */
export const LONGEST_TROUBLE_MS = 300_000

/** Somebody waits for the end: bears with a server for some minutes, not for a night. */
export const shortRetries = (
  { random, ...times }: Times,
  onWait?: ((wait: Wait) => void) | undefined,
): RetryPolicy => ({
  ...times,
  onWait,
  mayIsolate: () => true,
  waitAfter: (error, { attempt, spentMs }) => {
    const waitMs = backOff(attempt, error, random, { longestAskedMs: LONGEST_TROUBLE_MS })
    if (!maySoonPass(error)) return error.status >= 500 && attempt < 3 ? waitMs : undefined
    const leftMs = LONGEST_TROUBLE_MS - spentMs
    // One that asks for more is not to be asked again before.
    if (leftMs <= 0 || (error.retryAfterMs ?? 0) > leftMs) return undefined
    return Math.min(waitMs, leftMs)
  },
})

/** Whoever sends waits by itself, and lets others at the state meanwhile. `failures`: how often it had to, up to now. */
export const noRetries = (failures: number, times: Pick<Times, 'sleep'>): RetryPolicy => ({
  ...times,
  clock: () => 0,
  waitAfter: () => undefined,
  // Trouble of the server looks the same for every batch. Only what lasts may be the fault of one.
  mayIsolate: ({ status }) => status < 500 || failures >= 5,
})

/** Tries again what may pass by itself, for as long as `retryPolicy` says. */
export const sendWithRetries = async <T>(
  send: () => Promise<T>,
  { retryPolicy, signal }: { retryPolicy: RetryPolicy; signal?: AbortSignal | undefined },
): Promise<T> => {
  let failingSince: number | undefined
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await send()
      if (failingSince !== undefined) retryPolicy.onWait?.({ kind: 'answered' })
      return answer
    } catch (error) {
      if (!(error instanceof ApiError) || error.code === 'client.aborted') throw error
      failingSince ??= retryPolicy.clock()
      const spentMs = retryPolicy.clock() - failingSince
      const waitMs = retryPolicy.waitAfter(error, { attempt, spentMs })
      if (waitMs === undefined) throw error
      retryPolicy.onWait?.({ kind: 'waiting', error, waitMs })
      await retryPolicy.sleep(waitMs, signal)
    }
  }
}

/** Whoever waits for a request, or between two, was stopped. */
export const isAbort = (error: unknown): boolean =>
  (error instanceof ApiError && error.code === 'client.aborted') ||
  (error instanceof Error && error.name === 'AbortError')

/** The server is away, restarts, has too much to do, or no room on its disk. */
export const maySoonPass = ({ status, code, cause }: ApiError): boolean => {
  if (status === 429 || status === 507 || (status >= 502 && status <= 504)) return true
  return code === 'network.unreachable' && !isForGood(cause)
}

/** An address or a certificate that is wrong stays so. */
const isForGood = (cause: unknown): boolean => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    const code = String((at as { code?: unknown }).code)
    if (/CERT|ERR_INVALID_URL|ERR_TLS|ERR_SSL/.test(code)) return true
  }
  return false
}

/** What the server asks for, else twice as long each time; somewhat more or less, so that machines do not come in step. */
export const backOff = (
  attempt: number,
  { retryAfterMs: asked }: { retryAfterMs?: number | undefined },
  random: () => number,
  { longestMs = LONGEST_WAIT_MS, longestAskedMs = LONGEST_ASKED_MS } = {},
): number => {
  if (asked !== undefined) return Math.min(asked, longestAskedMs) + random() * FIRST_WAIT_MS
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), longestMs) * (0.5 + random() / 2)
}

export const realTimes: Times = {
  sleep: async (ms, signal) => {
    await delay(ms, undefined, signal ? { signal } : {})
  },
  random: Math.random,
  clock: () => performance.now(),
}
