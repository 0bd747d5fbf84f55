import { createDeferred } from './deferred.ts'
import { planBatches } from './engine/plan-batches.ts'
import type { ThreadValues, ThreadWork } from './thread-messages.ts'

/** Texts that go to the thread together, by their index in the job. */
export type Chunk = { indexes: readonly number[]; texts: readonly string[] }

/** One call of `embed` or `countTokens` on its way through the queue. */
export type EmbedJob = {
  readonly work: ThreadWork
  /** Takes out the next chunk; `undefined` when all are on their way or the job is settled. */
  nextChunk: () => Chunk | undefined
  accept: (chunk: Chunk, values: ThreadValues) => void
  fail: (error: unknown) => void
}

type JobInput<R> = {
  work: ThreadWork
  texts: readonly string[]
  maxTokens: number
  /** Cuts the result of the chunk's n-th text out of the thread's answer. */
  readRow: (values: ThreadValues, row: number) => R
}

/** Between English (4) and code (2.5). The thread counts truly; this only keeps chunks even. */
const CHARACTERS_PER_TOKEN = 3
/** A query that comes in waits for one chunk at most: 95 ms of CPU on a server core of 2020, 25 on one with instructions for eight bits. */
const MAX_CHUNK_TOKENS = 128

export const createEmbedJob = <R>({ work, texts, maxTokens, readRow }: JobInput<R>) => {
  const estimates = texts.map((text) =>
    Math.min(maxTokens, 2 + Math.ceil(text.length / CHARACTERS_PER_TOKEN)),
  )
  const waiting = planBatches(estimates, MAX_CHUNK_TOKENS)
  const results = new Array<R>(texts.length)
  const { promise, resolve, reject } = createDeferred<R[]>()
  let missing = texts.length

  const job: EmbedJob = {
    work,
    nextChunk: () => {
      const indexes = waiting.shift()
      return indexes && { indexes, texts: indexes.map((index) => texts[index] ?? '') }
    },
    accept: ({ indexes }, values) => {
      indexes.forEach((index, row) => {
        results[index] = readRow(values, row)
      })
      missing -= indexes.length
      if (missing === 0) resolve(results)
    },
    fail: (error) => {
      waiting.length = 0
      reject(error)
    },
  }
  return { job, results: promise }
}
