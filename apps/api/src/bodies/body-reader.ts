import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ReadBody } from './read-body.ts'
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

/** From source the entry is TypeScript, and the thread begins with what lets it run; from a bundle it lies beside it. */
const threadEntry = (): URL => {
  if (!import.meta.url.endsWith('.ts')) return new URL('./body-thread.mjs', import.meta.url)
  const source = new URL('./body-thread.ts', import.meta.url).href
  const tsx = createRequire(import.meta.url).resolve('tsx/package.json')
  const api = new URL('./dist/esm/api/index.mjs', pathToFileURL(tsx)).href
  const boot = `import { register } from '${api}'; register(); await import('${source}')`
  return new URL(`data:text/javascript,${encodeURIComponent(boot)}`)
}
