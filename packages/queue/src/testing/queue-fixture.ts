import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { vi } from 'vitest'
import type { QueueBackend } from '../backends/backend.ts'
import { createQueueBackend, type QueueConfig } from '../create-queue-backend.ts'
import type { HandlersOf, JobContext } from '../define-job.ts'
import { createPublisherFor, type PublisherOf } from '../publisher.ts'
import { createQueueHealthFor, type QueueHealthOf } from '../queue-health.ts'
import type { JobEvent } from '../run-job.ts'
import { type RunningWorkers, startWorkersFor } from '../start-workers.ts'
import { type TestJobs, type TestPayload, testJobs } from './test-jobs.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }

export const newPrefix = (): string => `test-${randomBytes(6).toString('hex')}`

export const eventually = (check: () => unknown): Promise<unknown> =>
  vi.waitFor(check, { timeout: 30_000, interval: 25 })

/** On a busy machine a run may be over before its handler begins. */
export const ended = async (signal: AbortSignal): Promise<void> => {
  if (!signal.aborted) await once(signal, 'abort')
}

export const gate = () => {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

type Run = TestPayload & { attempt: number }

export type Stand = {
  backend: QueueBackend
  publisher: PublisherOf<TestJobs>
  health: QueueHealthOf<keyof TestJobs>
  runs: Run[]
  events: JobEvent[]
  work(
    handler: (payload: TestPayload, context: JobContext) => Promise<void>,
    options?: { concurrency?: number; runMs?: number; turnMs?: number },
  ): Promise<RunningWorkers>
  clear(): Promise<void>
}

export const createQueueFixture = async (config: QueueConfig): Promise<Stand> => {
  const backend = await createQueueBackend({ ...config, prefix: newPrefix() })
  await backend.migrate()
  const runs: Run[] = []
  const events: JobEvent[] = []
  const started: RunningWorkers[] = []
  return {
    backend,
    publisher: createPublisherFor(backend, testJobs),
    health: createQueueHealthFor(backend, testJobs),
    runs,
    events,
    work: async (handler, { concurrency = 1, runMs, turnMs } = {}) => {
      const handle = async (payload: TestPayload, context: JobContext): Promise<void> => {
        runs.push({ ...payload, attempt: context.attempt })
        await handler(payload, context)
      }
      const handlers: HandlersOf<TestJobs> = { sturdy: handle, fragile: handle }
      const workers = await startWorkersFor(testJobs, {
        backend,
        handlers,
        concurrency,
        log: quiet,
        onEvent: (event) => events.push(event),
        lockDurationMs: 5_000,
        ...(runMs !== undefined && { runMs }),
        ...(turnMs !== undefined && { turnMs }),
      })
      started.push(workers)
      return workers
    },
    clear: async () => {
      await Promise.all(started.map((workers) => workers.close({ timeoutMs: 5_000 })))
      for (const name of Object.keys(testJobs)) {
        await backend.queue(name).obliterate({ force: true })
      }
      await backend.close()
    },
  }
}

export const payload = (n: number, team_id = 'team_a'): TestPayload => ({ team_id, n })
