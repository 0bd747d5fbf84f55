import type { Queue, Worker, WorkerOptions } from 'bullmq'
import type { Turns } from '../turns.ts'

/** What is used of BullMQ's queue and worker, the same on every backend. */
export type BackendQueue = Pick<
  Queue,
  | 'add'
  | 'addBulk'
  | 'getJobCounts'
  | 'getFailed'
  | 'getDelayed'
  | 'getPrioritized'
  | 'getJob'
  | 'close'
  | 'obliterate'
>
export type BackendWorker = Pick<Worker, 'close' | 'disconnect' | 'waitUntilReady'> & {
  on(event: 'stalled', listener: (jobId: string) => void): unknown
  on(event: 'drained', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}
export type WorkerSettings = Pick<
  WorkerOptions,
  'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'
>

export type QueueBackend = {
  readonly kind: 'redis' | 'postgres' | 'embedded'
  /** Whose job is next, as this process knows it. */
  readonly turns: Turns
  /** Creates or upgrades what the queue keeps in the database; nothing to do on Redis. Safe to run at once in many processes. */
  migrate(): Promise<void>
  /** The queue of one job; made once, closed with the backend. */
  queue(job: string): BackendQueue
  worker(job: string, processor: JobProcessor, settings: WorkerSettings): BackendWorker
  /**
   * Gives back what is held until a time after `latest` (milliseconds since 1970): a process held it whose clock was ahead.
   * Nothing to do on Redis, which counts such times down by itself.
   */
  releaseHeldBeyond(latest: number): Promise<void>
  /** Close workers first. */
  close(): Promise<void>
}

/** What a worker hands to the wrapper around the handlers. */
export type RawJob = {
  id?: string | undefined
  data: unknown
  attemptsMade: number
  timestamp: number
  priority: number
  opts: { attempts?: number }
  changePriority(to: { priority: number }): Promise<unknown>
  moveToWait(token?: string): Promise<unknown>
}

export type JobProcessor = (
  job: RawJob,
  token: string | undefined,
  signal: AbortSignal | undefined,
) => Promise<void>

export type BackendOptions = {
  /** First part of every queue name, so that several installations or tests can share a server. */
  prefix?: string
  /** A connection broke or a background query failed; the backend reconnects by itself. */
  onError?: (error: Error) => void
}

export const DEFAULT_PREFIX = 'teamlore'
