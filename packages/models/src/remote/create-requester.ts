import { setTimeout as sleepFor } from 'node:timers/promises'
import type { EmbedMode } from '../embedder.ts'
import { EmbedderError } from '../embedder-error.ts'
import { type Breaker, createBreaker } from './breaker.ts'
import { postRequest, RequestFailure } from './post-request.ts'
import type { EmbeddingProtocol } from './protocols/protocol.ts'
import { readVectors } from './read-vectors.ts'

/** What stands for the clock and chance; tests have their own. */
export type RemoteSurroundings = {
  now: () => number
  /** Between 0 and 1: spreads those who try again. */
  random: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

export const realSurroundings: RemoteSurroundings = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) => sleepFor(ms, undefined, { signal }),
}

export type RequesterOptions = {
  protocol: EmbeddingProtocol
  url: URL
  model: string
  apiKey: string | undefined
  dimensions: number
  shorterTo: number | undefined
  timeoutMs: Record<EmbedMode, number>
}

/** A question has a person waiting, a document has not. */
const PATIENCE = {
  query: { attempts: 2, longestPauseMs: 1_000 },
  document: { attempts: 5, longestPauseMs: 60_000 },
} as const
const FIRST_PAUSE_MS = 500
const FAILURES_BEFORE_REST = 5
const REST_MS = 30_000

/** One request's texts to vectors, with all the patience a provider may need. */
export const createRequester = (
  { protocol, url, model, apiKey, dimensions, shorterTo, timeoutMs }: RequesterOptions,
  { now, random, sleep }: RemoteSurroundings,
) => {
  const { title } = protocol
  const breaker = createBreaker({ failures: FAILURES_BEFORE_REST, restMs: REST_MS, now })

  const tryOnce = async (texts: readonly string[], mode: EmbedMode, signal: AbortSignal) => {
    const body = protocol.bodyOf({ model, texts, mode, shorterTo })
    const post = { title, url, apiKey, body, timeoutMs: timeoutMs[mode], signal, now }
    const answer = await postRequest(post)
    try {
      return readVectors(protocol.rowsOf(answer), { title, texts: texts.length, dimensions })
    } catch (error) {
      if (!(error instanceof EmbedderError)) throw error
      throw new RequestFailure(error, { again: error.code === 'embedder.bad_answer' })
    }
  }

  /** Throws `RequestFailure`, or the signal's reason. */
  return async (
    texts: readonly string[],
    { mode, signal }: { mode: EmbedMode; signal: AbortSignal },
  ): Promise<Float32Array[]> => {
    const { attempts, longestPauseMs } = PATIENCE[mode]
    for (let attempt = 1; ; attempt++) {
      ensureAwake(breaker, title)
      try {
        const vectors = await tryOnce(texts, mode, signal)
        breaker.succeeded()
        return vectors
      } catch (error) {
        const failure = record(breaker, error, signal)
        const pauseMs = failure.remedy.afterMs ?? backoff(attempt, random)
        const isHopeless = failure.remedy.again !== true || attempt >= attempts
        if (isHopeless || pauseMs > longestPauseMs || breaker.restsForMs() > 0) throw failure
        await sleep(pauseMs, signal)
      }
    }
  }
}

const ensureAwake = (breaker: Breaker, title: string): void => {
  const ms = breaker.restsForMs()
  if (ms <= 0) return
  const reason = new EmbedderError(
    'embedder.resting',
    `${title} failed ${FAILURES_BEFORE_REST} times in a row and is asked again in ${Math.ceil(ms / 1_000)} s.`,
  )
  throw new RequestFailure(reason, {})
}

/** Notifies the breaker; rethrows what is no failure of the provider. */
const record = (breaker: Breaker, error: unknown, signal: AbortSignal): RequestFailure => {
  if (signal.aborted) {
    // Whoever asked ran out of patience: a provider that hangs must not make the next one wait as long.
    if (signal.reason instanceof Error && signal.reason.name === 'TimeoutError') breaker.failed()
    throw error
  }
  if (!(error instanceof RequestFailure)) throw error
  // A refused text says that the provider works.
  if (error.remedy.refused === undefined) breaker.failed()
  return error
}

/** Twice as long each time, and never the same for two who failed together. */
const backoff = (attempt: number, random: () => number): number =>
  FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + random())

export type Requester = ReturnType<typeof createRequester>
