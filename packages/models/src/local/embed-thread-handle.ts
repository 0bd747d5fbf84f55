import { EmbedderError } from '../embedder-error.ts'
import { createDeferred } from './deferred.ts'
import { createExitGate, shutGate } from './exit-gate.ts'
import type { StartWorker } from './start-worker.ts'
import type { ThreadReply, ThreadRequest, ThreadSettings } from './thread-messages.ts'

export type Answer = Extract<ThreadReply, { type: 'done' | 'failed' }>

type Options = {
  startWorker: StartWorker
  settings: Omit<ThreadSettings, 'exitGate'>
  onAnswer: (answer: Answer) => void
  /** The thread is no more, though nobody stopped it. Called once. */
  onGone: (error: EmbedderError) => void
}

export type EmbedThread = {
  ready: Promise<void>
  ask: (request: Extract<ThreadRequest, { type: 'work' }>) => void
  /** Lets the running batch end, then the thread. Never `terminate`: see `exit-gate.ts`. */
  stop: () => Promise<void>
}

/** The main thread's side of one embedding thread. Keeps the process alive only while it works. */
export const openEmbedThread = (options: Options): EmbedThread => {
  const exitGate = createExitGate()
  const worker = options.startWorker({ ...options.settings, exitGate })
  const post = (request: ThreadRequest) => worker.postMessage(request)
  const onProcessExit = () => shutGate(exitGate)
  process.once('exit', onProcessExit)

  const started = createDeferred<void>()
  const exited = createDeferred<void>()
  let awaited = 1
  let stopping = false
  let failure: EmbedderError | undefined

  worker.on('message', (reply: ThreadReply) => {
    if (reply.type === 'start_failed') {
      failure = new EmbedderError(reply.code, reply.message)
      return
    }
    awaited -= 1
    if (awaited === 0 && !stopping) worker.unref()
    if (reply.type === 'ready') started.resolve()
    else options.onAnswer(reply)
  })
  worker.on('error', (cause) => {
    failure = crashed(cause)
  })
  worker.on('exit', () => {
    process.off('exit', onProcessExit)
    const error = failure ?? crashed(undefined)
    started.reject(error)
    exited.resolve()
    if (!stopping) options.onGone(error)
  })

  return {
    ready: started.promise,
    ask: (request) => {
      awaited += 1
      worker.ref()
      post(request)
    },
    stop: () => {
      stopping = true
      worker.ref()
      post({ type: 'stop' })
      return exited.promise
    },
  }
}

const crashed = (cause: unknown): EmbedderError =>
  new EmbedderError(
    'embedder.thread_crashed',
    `The embedding thread stopped unexpectedly${cause instanceof Error ? ` (${cause.message})` : ''}. ` +
      'It starts again with the next request; set EMBEDDING_PROVIDER=none if this goes on.',
    { cause },
  )
