import { setTimeout as sleep } from 'node:timers/promises'
import type { BackendWorker, QueueBackend } from './backends/backend.ts'
import type { HandlersOf, JobContext, JobTable, NameOf } from './define-job.ts'
import { type JobHandlers, type JobName, jobs } from './jobs.ts'
import { lockMsOf, stalledIntervalOf } from './lock-duration.ts'
import { createJobProcessor, type JobEvent, type QueueLog } from './run-job.ts'
import { createSetAside } from './set-aside.ts'

export type WorkersOptions<N extends string, H> = {
  backend: QueueBackend
  handlers: H
  /** Jobs of each name at once in this process; 1 by default. */
  concurrency?: number | Partial<Record<N, number>>
  log: QueueLog
  onEvent?: (event: JobEvent) => void
  /** A job of a process that vanished is run again after this time; the backend's own by default. */
  lockDurationMs?: number
  /** What one run of a job may take before it is given back, where it can be resumed; 5 minutes by default. */
  runMs?: number
  /** What one turn of a job may take while others of its name wait, where it can be resumed; 10 seconds by default. */
  turnMs?: number
}

export type RunningWorkers = {
  /**
   * Takes no new job and waits for the running ones; after `timeoutMs` aborts their signals, and
   * what still runs a moment later is left to be run again by the next process.
   */
  close(options?: { timeoutMs?: number }): Promise<{ drained: boolean }>
}

/** How often a job may lose its worker and run again. The next time it is set aside: it may be what ends the process. */
const MAX_STALLED = 1
const DRAIN_MS = 8_000
const AFTER_ABORT_MS = 2_000
/** The embedded database cannot end a statement; between two of them a job ends by itself, so that others have their turn. */
const RUN_MS = 300_000
/** What the first job of a team waits for at most, and the part that is at hand. */
const TURN_MS = 10_000

const within = async (work: Promise<unknown>, ms: number): Promise<boolean> => {
  const timeout = new AbortController()
  const late = sleep(ms, false, { signal: timeout.signal }).catch(() => false)
  const done = await Promise.race([work.then(() => true), late])
  timeout.abort()
  return done
}

type AnyHandler = (payload: Record<string, unknown>, context: JobContext) => Promise<void>

export const startWorkersFor = async <T extends JobTable>(
  table: T,
  options: WorkersOptions<NameOf<T>, HandlersOf<T>>,
): Promise<RunningWorkers> => {
  const { backend, handlers, concurrency = 1, log, onEvent = () => {} } = options
  const lockDuration = options.lockDurationMs ?? lockMsOf(backend)
  const stopping = new AbortController()
  const closingAll = new AbortController()
  const setAside = createSetAside(backend, table)

  const startOne = (name: NameOf<T>): BackendWorker => {
    const definition = table[name]
    if (!definition) throw new Error(`There is no job named ${name}.`)
    const processor = createJobProcessor({
      name,
      definition,
      // The table ties each handler to its payload; the processor parses before it calls.
      handler: handlers[name] as AnyHandler,
      log,
      onEvent,
      stop: (definition.isResumable ? closingAll : stopping).signal,
      runMs: options.runMs ?? RUN_MS,
      turnMs: options.turnMs ?? TURN_MS,
      turns: backend.turns,
      othersWait: () => isAwaited(backend, name),
      isSetAside: (payload) => setAside.holds(name, payload),
    })
    const worker = backend.worker(name, processor, {
      concurrency: typeof concurrency === 'number' ? concurrency : (concurrency[name] ?? 1),
      lockDuration,
      stalledInterval: stalledIntervalOf(lockDuration),
      maxStalledCount: MAX_STALLED,
    })
    worker.on('drained', () => backend.turns.emptied(name))
    worker.on('stalled', (jobId) => {
      log.warn({ job: name, jobId }, `job ${name} lost its worker; the second time it is set aside`)
    })
    return worker
  }

  await Promise.all((Object.keys(table) as NameOf<T>[]).map((name) => findLine(backend, name)))
  const workers = (Object.keys(table) as NameOf<T>[]).map(startOne)
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  let closing: Promise<{ drained: boolean }> | undefined
  const close = async (timeoutMs: number): Promise<{ drained: boolean }> => {
    const all = Promise.all(workers.map((worker) => worker.close()))
    closingAll.abort(new Error('The worker is shutting down.'))
    if (await within(all, timeoutMs)) return { drained: true }
    stopping.abort(new Error('The worker is shutting down.'))
    if (!(await within(all, AFTER_ABORT_MS))) {
      log.warn({}, 'some jobs did not stop in time; they will run again')
      await Promise.all(workers.map((worker) => worker.disconnect()))
    }
    return { drained: false }
  }
  return {
    close: ({ timeoutMs = DRAIN_MS } = {}) => {
      closing ??= close(timeoutMs)
      return closing
    },
  }
}

/** What a process before this one left in the queue has its places already. */
const findLine = async (backend: QueueBackend, name: string): Promise<void> => {
  const [first] = await backend.queue(name).getPrioritized(0, 0)
  if (first) backend.turns.reached(name, first.priority)
}

const isAwaited = async (backend: QueueBackend, name: string): Promise<boolean> => {
  const { waiting = 0, prioritized = 0 } = await backend
    .queue(name)
    .getJobCounts('waiting', 'prioritized')
  return waiting + prioritized > 0
}

/** One worker per job. Resolves when all of them take jobs. */
export const startWorkers = (
  options: WorkersOptions<JobName, JobHandlers>,
): Promise<RunningWorkers> => startWorkersFor(jobs, options)
