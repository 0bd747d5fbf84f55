import type { Embedder } from '../embedder.ts'
import { describeSpace } from '../embedding-space.ts'
import { createDispatcher } from './dispatch-jobs.ts'
import { createEmbedJob } from './embed-job.ts'
import { openEmbedThread } from './embed-thread-handle.ts'
import { LOCAL_MODELS, type LocalModel } from './local-models.ts'
import { type StartWorker, startEmbedWorker } from './start-worker.ts'
import type { ThreadValues, ThreadWork } from './thread-messages.ts'

export type LocalEmbedderOptions = {
  /** Default: the first of `localModels`. */
  model?: LocalModel | undefined
  /** Cores that one batch may use. More than 1 helps only long texts. Default 1. */
  threads?: number | undefined
  /** The model leaves memory after so long without work; the next call loads it again. 0: never. Default ten minutes. */
  idleMs?: number | undefined
}

const IDLE_MS = 10 * 60_000

export type LocalEmbedder = Embedder & Required<Pick<Embedder, 'countTokens'>>

/**
 * A model that ships with Teamlore in one worker thread: English, no network, no key. Nothing is
 * loaded before the first use or `warmUp`. The queue has no limit of its own.
 */
export const createLocalEmbedder = (
  { model = 'minilm-bge', threads = 1, idleMs = IDLE_MS }: LocalEmbedderOptions = {},
  { startWorker = startEmbedWorker }: { startWorker?: StartWorker } = {},
): LocalEmbedder => {
  const space = describeSpace(LOCAL_MODELS[model].ingredients)
  const embedWork = embedWorkOf(space.dimensions)
  const dispatcher = createDispatcher(
    (events) => openEmbedThread({ startWorker, settings: { model, threads }, ...events }),
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
    embed: (texts, { mode, signal }) => run(embedWork, texts, { urgent: mode === 'query', signal }),
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

const embedWorkOf = (dimensions: number): Work<Float32Array> => ({
  work: 'embed',
  // Copied, so that one kept vector does not keep its whole batch in memory.
  readRow: (values, row) =>
    Float32Array.from(values.subarray(row * dimensions, (row + 1) * dimensions)),
})

const COUNT: Work<number> = { work: 'count', readRow: (values, row) => values[row] ?? 0 }
