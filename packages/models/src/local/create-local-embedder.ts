import type { Embedder } from '../embedder.ts'
import { describeSpace } from '../embedding-space.ts'
import { createDispatcher } from './dispatch-jobs.ts'
import { createEmbedJob } from './embed-job.ts'
import { openEmbedThread } from './embed-thread-handle.ts'
import { MINILM } from './minilm/model.ts'
import { type StartWorker, startEmbedWorker } from './start-worker.ts'
import type { ThreadValues, ThreadWork } from './thread-messages.ts'

export type LocalEmbedderOptions = {
  /** Cores that one batch may use. More than 1 helps only long texts. Default 1. */
  threads?: number | undefined
  /** The model leaves memory after so long without work; the next call loads it again. 0: never. Default ten minutes. */
  idleMs?: number | undefined
}

const IDLE_MS = 10 * 60_000

export type LocalEmbedder = Embedder & Required<Pick<Embedder, 'countTokens'>>

/**
 * all-MiniLM-L6-v2 in one worker thread: English, 384 dimensions, no network, no key. Nothing is
 * loaded before the first use or `warmUp`. The queue has no limit of its own.
 */
export const createLocalEmbedder = (
  { threads = 1, idleMs = IDLE_MS }: LocalEmbedderOptions = {},
  { startWorker = startEmbedWorker }: { startWorker?: StartWorker } = {},
): LocalEmbedder => {
  const space = describeSpace(MINILM)
  const dispatcher = createDispatcher(
    (events) => openEmbedThread({ startWorker, threads, ...events }),
    { idleMs },
  )

  const run = async <R>(work: Work<R>, texts: readonly string[], options: RunOptions) => {
    const { signal, urgent } = options
    dispatcher.ensureOpen()
    signal?.throwIfAborted()
    if (texts.length === 0) return []
    const { job, results } = createEmbedJob({ ...work, texts, maxTokens: space.maxTokens })
    const onAbort = () => job.fail(signal?.reason)
    signal?.addEventListener('abort', onAbort, { once: true })
    dispatcher.add(job, { urgent })
    return results.finally(() => signal?.removeEventListener('abort', onAbort))
  }

  return {
    space,
    embed: (texts, { mode, signal }) => run(EMBED, texts, { urgent: mode === 'query', signal }),
    countTokens: (texts) => run(COUNT, texts, { urgent: false }),
    warmUp: async () => {
      dispatcher.ensureOpen()
      await dispatcher.ready()
    },
    close: () => dispatcher.close(),
  }
}

type RunOptions = { urgent: boolean; signal?: AbortSignal | undefined }
type Work<R> = { work: ThreadWork; readRow: (values: ThreadValues, row: number) => R }

const EMBED: Work<Float32Array> = {
  work: 'embed',
  // Copied, so that one kept vector does not keep its whole batch in memory.
  readRow: (values, row) =>
    Float32Array.from(values.subarray(row * MINILM.dimensions, (row + 1) * MINILM.dimensions)),
}

const COUNT: Work<number> = { work: 'count', readRow: (values, row) => values[row] ?? 0 }
