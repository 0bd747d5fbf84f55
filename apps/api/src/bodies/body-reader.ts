import { Worker } from 'node:worker_threads'
import type { ReadBody } from './read-body.ts'
import { threadEntry } from './thread-entry.ts'
import type { BodyAnswer, BodyOrder } from './thread-messages.ts'

/** What a body may take of memory while it is read; more is refused, and the server goes on. */
const MAX_HEAP_MB = 1_024

type Waiting = { resolve: (read: ReadBody) => void; reject: (error: Error) => void }

export class BodyUnreadable extends Error {
  override name = 'BodyUnreadable'
}

/** Reads bodies in a thread that starts with the first large one. One that ends it is refused; the next gets a new one. */
export const createBodyReader = () => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | undefined
  let orders = 0

  const start = (): Worker => {
    const started = new Worker(threadEntry(), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      name: 'teamlore-bodies',
    })
    started.unref()
    started.on('message', (answer: BodyAnswer) => {
      const entry = waiting.get(answer.id)
      waiting.delete(answer.id)
      if (waiting.size === 0) started.unref()
      if ('failure' in answer) entry?.reject(new BodyUnreadable(answer.failure))
      else entry?.resolve(answer)
    })
    const giveUp = (error: Error): void => {
      if (worker !== started) return
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', giveUp)
    started.on('exit', () => giveUp(new Error('The thread that reads bodies ended.')))
    return started
  }

  return {
    read: (body: Buffer, isOfSessions: boolean): Promise<ReadBody> =>
      new Promise((resolve, reject) => {
        worker ??= start()
        worker.ref()
        const id = ++orders
        waiting.set(id, { resolve, reject })
        const bytes = new Uint8Array(body)
        worker.postMessage({ id, bytes, isOfSessions } satisfies BodyOrder, [bytes.buffer])
      }),
    close: async (): Promise<void> => {
      await worker?.terminate()
    },
  }
}
