import { EmbedderError } from '../embedder-error.ts'
import type { Chunk, EmbedJob } from './embed-job.ts'
import type { Answer, EmbedThread } from './embed-thread-handle.ts'
import { keepThread } from './keep-thread.ts'

type ThreadEvents = { onAnswer: (answer: Answer) => void; onGone: (error: EmbedderError) => void }

/** Failures that no second try can repair: they are remembered, and later calls fail at once. */
const LASTING: ReadonlySet<string> = new Set(['embedder.unavailable', 'embedder.weights_mismatch'])

/**
 * Feeds one thread chunk by chunk, so that urgent jobs overtake the others between two chunks.
 * Opens the thread with the first job, and a new one with the first job after a crash or a rest of `idleMs`.
 */
export const createDispatcher = (
  openThread: (events: ThreadEvents) => EmbedThread,
  options: { idleMs: number },
) => {
  const lanes: Record<'urgent' | 'patient', EmbedJob[]> = { urgent: [], patient: [] }
  let running: { id: number; job: EmbedJob; chunk: Chunk } | undefined
  let refusal: EmbedderError | undefined
  let closing: Promise<void> | undefined
  let lastId = 0

  const sendNext = (): void => {
    if (running) return
    const next = takeChunk(lanes.urgent) ?? takeChunk(lanes.patient)
    if (!next) {
      thread.rest()
      return
    }
    running = { id: ++lastId, ...next }
    const { job, chunk } = next
    thread.ask({ type: 'work', id: lastId, work: job.work, texts: chunk.texts })
  }

  const onAnswer = (answer: Answer): void => {
    if (!running || running.id !== answer.id) return
    const { job, chunk } = running
    running = undefined
    if (answer.type === 'done') job.accept(chunk, answer.values)
    else job.fail(new EmbedderError('embedder.failed', `No vectors: ${answer.message}`))
    sendNext()
  }

  const failAll = (error: EmbedderError): void => {
    running?.job.fail(error)
    running = undefined
    for (const lane of Object.values(lanes)) {
      for (const job of lane.splice(0)) job.fail(error)
    }
  }

  const onGone = (error: EmbedderError): void => {
    thread.forget()
    if (LASTING.has(error.code)) refusal = error
    failAll(error)
  }

  const thread = keepThread(() => openThread({ onAnswer, onGone }), options)

  return {
    /** Throws what every call gets after `close` or a lasting failure. */
    ensureOpen: (): void => {
      if (refusal) throw refusal
    },
    add: (job: EmbedJob, { urgent }: { urgent: boolean }): void => {
      lanes[urgent ? 'urgent' : 'patient'].push(job)
      sendNext()
    },
    ready: thread.ready,
    close: (): Promise<void> => {
      closing ??= stopFor(
        new EmbedderError('embedder.closed', 'The embedder is closed; make a new one to embed.'),
      )
      return closing
    },
  }

  async function stopFor(reason: EmbedderError): Promise<void> {
    refusal = reason
    failAll(reason)
    await thread.stop()
  }
}

/** The lane's next chunk; drops the jobs that have none left, be they all sent or given up. */
const takeChunk = (lane: EmbedJob[]): { job: EmbedJob; chunk: Chunk } | undefined => {
  for (let job = lane[0]; job; job = lane[0]) {
    const chunk = job.nextChunk()
    if (chunk) return { job, chunk }
    lane.shift()
  }
  return undefined
}
