import { parentPort, workerData } from 'node:worker_threads'
import { LOCAL_MODELS } from './local-models.ts'
import { serveEmbedThread } from './serve-embed-thread.ts'
import type { ThreadSettings } from './thread-messages.ts'

/** Entry of the embedding thread; bundled as `embed-thread.mjs` beside the bundle that starts it. */
if (!parentPort) throw new Error('embed-thread runs as a worker thread only')

const settings: ThreadSettings = workerData
await serveEmbedThread(parentPort, settings, () =>
  LOCAL_MODELS[settings.model].startEngine({ threads: settings.threads }),
)
