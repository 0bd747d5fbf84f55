import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { threadEntry } from './thread-entry.ts'
import {
  EmbeddedDatabaseError,
  type RowShape,
  type ThreadCommand,
  type ThreadFacts,
  type ThreadMessage,
  type ThreadResult,
  type ThreadStart,
} from './thread-protocol.ts'

/** The main side of the database thread: one promise per request, answered in order. */
export type DatabaseThread = {
  query(text: string, params: readonly unknown[], shape: RowShape): Promise<ThreadResult>
  dump(): Promise<Uint8Array>
  facts(): Promise<ThreadFacts>
  /** Ends the thread in order; where it does not come to that in time, as a killed process would. */
  close(options?: { withinMs?: number }): Promise<void>
  /** Ends the thread at once, whatever it computes. What was committed is there at the next start. */
  abandon(): Promise<void>
}

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

export type Hooks = {
  onNotification: (channel: string, payload: string) => void
  /** The thread ended although nobody closed it. */
  onFatal: (error: Error) => void
}

/**
 * Postgres limits recursion by the stack that it sees, which is not the one that WASM runs on. The
 * real one must be so large that Postgres stops first, with an error and not with broken memory.
 */
const STACK_MB = 64

/** Postgres in WASM can neither be cancelled nor timed out: a statement that goes on for ever would keep the process. */
const CLOSE_MS = 8_000

const STOPPED = 'The embedded database has stopped; restart Teamlore to reopen it.'

const createMailbox = (worker: Worker) => {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended: Error | undefined
  return {
    ask: <T>(command: ThreadCommand): Promise<T> => {
      if (ended) return Promise.reject(ended)
      lastId += 1
      const id = lastId
      return new Promise<T>((resolve, reject) => {
        // Posting first: what cannot be cloned throws here and leaves nobody waiting.
        worker.postMessage({ ...command, id })
        waiting.set(id, { resolve, reject })
      })
    },
    settle: (message: ThreadMessage): void => {
      if (message.kind !== 'reply' && message.kind !== 'refusal') return
      const entry = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'reply') entry?.resolve(message.value as never)
      else entry?.reject(new EmbeddedDatabaseError(message.error))
    },
    end: (error: Error): void => {
      ended ??= error
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
  }
}

/** @throws EmbeddedDatabaseError when the cluster cannot be opened. */
export const startDatabaseThread = async (
  start: ThreadStart,
  { onNotification, onFatal }: Hooks,
  { stackMb = STACK_MB }: { stackMb?: number } = {},
): Promise<DatabaseThread> => {
  const worker = new Worker(threadEntry(), {
    workerData: start,
    execArgv: [],
    resourceLimits: { stackSizeMb: stackMb },
    name: 'teamlore-database',
  })
  const mailbox = createMailbox(worker)
  let closing = false
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      mailbox.end(new Error(STOPPED))
      resolve()
    })
  })

  let crash: Error | undefined
  const giveUp = (cause: Error): void => {
    crash = cause
    mailbox.end(new Error(STOPPED, { cause }))
  }
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (message: ThreadMessage) => {
      switch (message.kind) {
        case 'ready':
          return resolve()
        case 'failed':
          return reject(new EmbeddedDatabaseError(message.error))
        case 'notification':
          return onNotification(message.channel, message.payload)
        case 'broken':
          giveUp(new EmbeddedDatabaseError(message.error))
          return void worker.terminate()
        default:
          return mailbox.settle(message)
      }
    })
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error(STOPPED)))
  }).catch(async (error: unknown) => {
    closing = true
    await worker.terminate()
    throw error
  })

  worker.on('error', giveUp)
  worker.once('exit', () => {
    if (!closing) onFatal(new Error(STOPPED, { cause: crash }))
  })

  return {
    query: (text, params, shape) => mailbox.ask({ op: 'query', text, params, shape }),
    dump: () => mailbox.ask({ op: 'dump' }),
    facts: () => mailbox.ask({ op: 'facts' }),
    close: async ({ withinMs = CLOSE_MS } = {}) => {
      if (!closing) {
        closing = true
        const late = new AbortController()
        // A thread that has died already needs no farewell.
        const farewell = mailbox.ask<void>({ op: 'close' }).catch(() => {})
        await Promise.race([farewell, sleep(withinMs, undefined, late).catch(() => {})])
        late.abort()
        await worker.terminate()
      }
      await exited
    },
    abandon: async () => {
      closing = true
      await worker.terminate()
      await exited
    },
  }
}
