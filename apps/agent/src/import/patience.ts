import { ApiError } from '@teamlore/shared'

/** How long to bear with a server in trouble before the next step. */
export type Patience = {
  /** How often a request is tried, by what came back. */
  attemptsFor: (error: ApiError) => number
  /** Whether what the server failed at is worth halving, to find the piece that it fails at. */
  mayIsolate: (error: ApiError) => boolean
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Between 0 and 1, for the jitter. */
  random: () => number
}

const FIRST_WAIT_MS = 500
const LONGEST_WAIT_MS = 30_000
const LONGEST_ASKED_MS = 120_000

/** Somebody waits for the end: half a minute of trouble is enough. */
export const shortPatience = (times: Pick<Patience, 'sleep' | 'random'>): Patience => ({
  ...times,
  mayIsolate: () => true,
  attemptsFor: ({ status, code }) => {
    if (code === 'network.timeout') return 1
    if (status === 0 || status === 429 || (status >= 502 && status <= 504)) return 6
    return status >= 500 ? 3 : 1
  },
})

/** Whoever sends waits by itself, and lets others at the state meanwhile. `failures`: how often it had to, up to now. */
export const noPatience = (
  failures: number,
  times: Pick<Patience, 'sleep' | 'random'>,
): Patience => ({
  ...times,
  attemptsFor: () => 1,
  // Trouble of the server looks the same for every batch. Only what lasts may be the fault of one.
  mayIsolate: ({ status }) => status < 500 || failures >= 5,
})

/** Tries again what may pass by itself, for as long as `patience` says. */
export const sendPatiently = async <T>(
  send: () => Promise<T>,
  { patience, signal }: { patience: Patience; signal?: AbortSignal | undefined },
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send()
    } catch (error) {
      const mayPass = error instanceof ApiError && error.code !== 'client.aborted'
      if (!mayPass || attempt >= patience.attemptsFor(error)) throw error
      await patience.sleep(waitBefore(attempt, error, patience.random), signal)
    }
  }
}

/** What the server asks for, else twice as long each time; somewhat more or less, so that machines do not come in step. */
export const waitBefore = (
  attempt: number,
  { retryAfterMs: asked }: { retryAfterMs?: number | undefined },
  random: () => number,
  longestMs = LONGEST_WAIT_MS,
): number => {
  if (asked !== undefined) return Math.min(asked, LONGEST_ASKED_MS) + random() * FIRST_WAIT_MS
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), longestMs) * (0.5 + random() / 2)
}
