import { ApiError } from '@teamlore/shared'

export type Patience = {
  /** How often a request is tried, by what came back. */
  attemptsFor: (error: ApiError) => number
  longestWaitMs: number
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Between 0 and 1, for the jitter. */
  random: () => number
  /** Called before each wait. */
  onWait?: ((error: ApiError, ms: number) => void) | undefined
}

type Times = Pick<Patience, 'sleep' | 'random' | 'onWait'>

const FIRST_WAIT_MS = 500
const LONGEST_ASKED_MS = 120_000

const mayPassByItself = ({ status, code }: ApiError): boolean =>
  code !== 'network.timeout' && (status === 0 || status === 429 || isGateway(status))

const isGateway = (status: number): boolean => status >= 502 && status <= 504

/** Somebody waits for the end: half a minute of trouble is enough. */
export const shortPatience = (times: Times): Patience => ({
  ...times,
  longestWaitMs: 30_000,
  attemptsFor: (error) => {
    if (mayPassByItself(error)) return 6
    return error.status >= 500 ? 3 : 1
  },
})

/** Nobody waits, and nothing is lost by waiting: a server that is away is asked until it is back. */
export const endlessPatience = (times: Times): Patience => ({
  ...times,
  longestWaitMs: 60_000,
  attemptsFor: (error) => {
    if (mayPassByItself(error)) return Number.POSITIVE_INFINITY
    return error.status >= 500 ? 5 : 1
  },
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
      const ms = waitBefore(attempt, error, patience)
      patience.onWait?.(error, ms)
      await patience.sleep(ms, signal)
    }
  }
}

/** What the server asks for, else twice as long each time; somewhat more or less, so that machines do not come in step. */
export const waitBefore = (
  attempt: number,
  error: ApiError,
  { random, longestWaitMs }: Pick<Patience, 'random' | 'longestWaitMs'>,
): number => {
  const asked = error.retryAfterMs
  if (asked !== undefined) return Math.min(asked, LONGEST_ASKED_MS) + random() * FIRST_WAIT_MS
  return Math.min(FIRST_WAIT_MS * 2 ** (attempt - 1), longestWaitMs) * (0.5 + random() / 2)
}
