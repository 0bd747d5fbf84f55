import type { JobsOptions } from 'bullmq'
import type { QueueBackend } from './backends/backend.ts'
import type { JobOf, JobTable, NameOf, PayloadOf } from './define-job.ts'
import { type Jobs, jobs } from './jobs.ts'
import { inLine } from './turns.ts'

/** Dead jobs stay until a person decides; completed ones only so that counts mean something. */
const KEEP_COMPLETED = 1_000
const KEEP_DEAD = 10_000

/** Jobs of one statement: on the embedded engine everybody waits for it. */
const PORTION = 20

/** Spread of retries, so that what failed together does not come back together. */
const JITTER = 0.3

export type PublisherOf<T extends JobTable> = {
  /** Durable when it resolves. What `key` of the job says decides whether it is a new job. */
  publish<N extends NameOf<T>>(
    name: N,
    payload: PayloadOf<T, N>,
    options?: { delayMs?: number },
  ): Promise<void>
  /** The same for many, much faster than one by one on the embedded engine. */
  publishAll(list: readonly JobOf<T>[]): Promise<void>
}

export type Publisher = PublisherOf<Jobs>

export const jobOptions = (
  { turns }: Pick<QueueBackend, 'turns'>,
  table: JobTable,
  { name, payload, delayMs }: AnyJob,
): JobsOptions => {
  const definition = table[name]
  if (!definition) throw new Error(`There is no job named ${name}.`)
  const { attempts, backoffMs, key } = definition
  return {
    attempts,
    backoff: { type: 'exponential', delay: backoffMs, jitter: JITTER },
    // The key is free again as soon as the job is done or dead.
    deduplication: { id: key(payload), keepLastIfActive: true },
    removeOnComplete: KEEP_COMPLETED,
    removeOnFail: KEEP_DEAD,
    priority: turns.placeOf(inLine(name, payload, key(payload))),
    ...(delayMs === undefined ? {} : { delay: delayMs }),
  }
}

export const createPublisherFor = <T extends JobTable>(
  backend: QueueBackend,
  table: T,
): PublisherOf<T> => ({
  publish: async (name, payload, { delayMs } = {}) => {
    await backend
      .queue(name)
      .add(name, payload, jobOptions(backend, table, { name, payload, delayMs }))
  },
  publishAll: async (list) => {
    for (const [name, group] of groupByName(list)) {
      const added = group.map(({ payload, delayMs }) => ({
        name,
        data: payload,
        opts: jobOptions(backend, table, { name, payload, delayMs }),
      }))
      for (let at = 0; at < added.length; at += PORTION)
        await backend.queue(name).addBulk(added.slice(at, at + PORTION))
    }
  },
})

type AnyJob = { name: string; payload: Record<string, unknown>; delayMs?: number | undefined }

const groupByName = (list: readonly AnyJob[]): Map<string, AnyJob[]> => {
  const groups = new Map<string, AnyJob[]>()
  for (const job of list) {
    const group = groups.get(job.name)
    if (group) group.push(job)
    else groups.set(job.name, [job])
  }
  return groups
}

export const createPublisher = (backend: QueueBackend): Publisher =>
  createPublisherFor(backend, jobs)
